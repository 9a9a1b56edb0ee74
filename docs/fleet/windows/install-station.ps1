#requires -Version 5.1
# Does what install-station.cmd does, with the same exit codes:
#
#   .\install-station.ps1 Skyferry-0.2.0-setup.exe 10-network.json
param(
    [Parameter(Mandatory)] [string] $Setup,
    [Parameter(Mandatory)] [string] $Settings
)
foreach ($file in $Setup, $Settings) {
    if (-not (Test-Path -LiteralPath $file -PathType Leaf)) {
        [Console]::Error.WriteLine("install-station: $file does not exist.")
        exit 2
    }
}
$program = (Resolve-Path -LiteralPath $Setup).ProviderPath
$source = (Resolve-Path -LiteralPath $Settings).ProviderPath
$ended = (Start-Process -FilePath $program -ArgumentList '/S', "/SETTINGS=`"$source`"" -Wait -PassThru).ExitCode
if ($ended -ne 0) {
    [Console]::Error.WriteLine("install-station: the installer ended with $ended.")
    exit $ended
}
$skyferry = if ($env:SKYFERRY) { $env:SKYFERRY } else { "$env:LOCALAPPDATA\Programs\skyferry\resources\bin\skyferry.cmd" }
& $skyferry settings check
exit $LASTEXITCODE
