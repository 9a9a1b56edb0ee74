@echo off
rem Installs Skyferry for this account with a settings file of the network, without a question, and checks the result.
rem
rem   install-station.cmd Skyferry-0.2.0-setup.exe 10-network.json
rem
rem Exit codes: 0 well; 1 the settings have a mistake, or the file could not be copied; 2 a wrong path, nothing is installed.
rem SKYFERRY may name another command line than the one that is installed.
setlocal
if not exist "%~1" goto usage
if not exist "%~2" goto usage
start "" /wait "%~f1" /S /SETTINGS="%~f2"
set "ended=%ERRORLEVEL%"
if not "%ended%"=="0" (
  >&2 echo install-station: the installer ended with %ended%.
  exit /b %ended%
)
if not defined SKYFERRY set "SKYFERRY=%LOCALAPPDATA%\Programs\skyferry\resources\bin\skyferry.cmd"
call "%SKYFERRY%" settings check
exit /b %ERRORLEVEL%
:usage
>&2 echo install-station: name the installer and a settings file: install-station.cmd SETUP.EXE FILE.json
exit /b 2
