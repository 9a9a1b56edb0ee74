@echo off
rem Skyferry's command line: the installed program, told to open no window.
rem A drive that hangs keeps threads of the pool for good; read once, when the program starts.
setlocal
if not defined UV_THREADPOOL_SIZE set "UV_THREADPOOL_SIZE=64"
"%~dp0..\..\Skyferry.exe" --cli -- %*
exit /b %ERRORLEVEL%
