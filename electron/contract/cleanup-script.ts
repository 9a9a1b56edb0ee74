import { isoTime } from "#base/text.ts";
import type { CleanupFileShown } from "./cleanup-advice.ts";

/** A script is refused by itself after so long. */
const validMs = 86_400_000;

const tail = `
Write-Output ('Files removed: ' + $script:removed + '; left as they are: ' + $script:left)
if ($script:left -gt 0) { exit 1 }
`;

/**
 * A script for Windows PowerShell 5.1 and later that removes these files. It looks at each again: size, time and MD5 have to be
 * as they were, while no other program can write. ASCII alone, as a shell may save it in any encoding.
 */
export function powershellScript(
  files: readonly CleanupFileShown[],
  asOfMs: number,
  version: string,
): string {
  const calls = files.map(
    ({ path, bytes, mtimeUs, md5 }) =>
      `Remove-Advised ${powershellText(path)} ${bytes} ${mtimeUs} ${powershellText(md5)}`,
  );
  return `${head(asOfMs, version)}\n${calls.map((call) => `${call}\n`).join("")}${tail}`;
}

/** Text as an expression of PowerShell, whose curly quotes end a string, too: only plain characters stand in quotes. */
export function powershellText(text: string): string {
  const parts = [...text.matchAll(/[\x20-\x7e]+|[^\x20-\x7e]/g)].map(([part]) =>
    /^[\x20-\x7e]/.test(part)
      ? `'${part.replaceAll("'", "''")}'`
      : `[char]0x${part.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
  const [first = "''"] = parts;
  // A character in front would be added as a number.
  return parts.length > 1 || !first.startsWith("'") ? `(${["''", ...parts].join(" + ")})` : first;
}

function head(asOfMs: number, version: string): string {
  const until = asOfMs + validMs;
  return `# Written by Skyferry ${version}. The portal had every file below, byte for byte, at ${isoTime(asOfMs)}.
# Valid until ${isoTime(until)}. With -WhatIf it removes nothing and says what it would remove.
[CmdletBinding(SupportsShouldProcess)]
param()
$ErrorActionPreference = 'Stop'
$from = [DateTimeOffset]::FromUnixTimeMilliseconds(${asOfMs})
$until = [DateTimeOffset]::FromUnixTimeMilliseconds(${until})
$script:removed = 0
$script:left = 0

function Skip-Advised([string]$Path, [string]$Why) {
  $script:left += 1
  Write-Warning ('Left as it is: ' + $Path + ': ' + $Why)
}

function Test-SameTime([string]$Path, [long]$TimeUs) {
  $ticks = [IO.File]::GetLastWriteTimeUtc($Path).Ticks - 621355968000000000
  return [Math]::Abs($ticks - $TimeUs * 10) -le 10
}

function Remove-Advised([string]$Path, [long]$Bytes, [long]$TimeUs, [string]$Md5) {
  $now = [DateTimeOffset]::UtcNow
  if ($now -lt $from -or $now -ge $until) { Skip-Advised $Path 'this script is no longer valid'; return }
  $stream = $null
  try {
    if (-not [IO.File]::Exists($Path)) { Skip-Advised $Path 'it is not there'; return }
    if ([IO.File]::GetAttributes($Path) -band [IO.FileAttributes]::ReparsePoint) { Skip-Advised $Path 'it is a link'; return }
    # While this is open, no program can write to it.
    $stream = [IO.File]::Open($Path, 'Open', 'Read', 'Read, Delete')
    if ($stream.Length -ne $Bytes) { Skip-Advised $Path 'it has another size'; return }
    if (-not (Test-SameTime $Path $TimeUs)) { Skip-Advised $Path 'it was written again'; return }
    $hash = [Security.Cryptography.MD5]::Create()
    $found = [BitConverter]::ToString($hash.ComputeHash($stream)).Replace('-', '').ToLowerInvariant()
    if ($found -cne $Md5) { Skip-Advised $Path 'it has other content'; return }
    if (-not (Test-SameTime $Path $TimeUs)) { Skip-Advised $Path 'it was written again'; return }
    if (-not $PSCmdlet.ShouldProcess($Path, 'Remove')) { return }
    [IO.File]::Delete($Path)
    $script:removed += 1
  } catch {
    Skip-Advised $Path $_.Exception.Message
  } finally {
    if ($null -ne $stream) { $stream.Dispose() }
  }
}
`;
}
