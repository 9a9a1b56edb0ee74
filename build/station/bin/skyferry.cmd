@echo off
rem Skyferry's command line on the Node that came with it.
rem A drive that hangs keeps threads of the pool for good; read once, when the program starts.
setlocal
if not exist "%~dp0runtime\node.exe" goto broken
if not exist "%~dp0out\cli\skyferry.js" goto broken
rem Settings of an administrator, beside the program.
if exist "%~dp0settings.d\" if not defined SKYFERRY_SETTINGS_D set "SKYFERRY_SETTINGS_D=%~dp0settings.d"
if not defined UV_THREADPOOL_SIZE set "UV_THREADPOOL_SIZE=64"
"%~dp0runtime\node.exe" "%~dp0out\cli\skyferry.js" %*
exit /b %ERRORLEVEL%
:broken
>&2 echo skyferry: %~dp0 is incomplete: unpack the package again.
exit /b 2
