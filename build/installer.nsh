; Uninstalling takes away what Skyferry put into Windows: the entries for start at login, the mark by which Windows starts
; it for a notification, and the updater's copy of the installer. It keeps what Skyferry knows (settings, record of
; deliveries, log) and the password: only a person who says so removes them, or --delete-app-data; never an update. The
; instruments' own folders are never touched.

!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "WordFunc.nsh"

; Names of the values in Windows' list begin with it (electron/main/autostart.ts).
!define LOGIN_ITEM_NAME "org.skyferry.desktop"
; electron/main/notifications.ts
!define TOAST_ACTIVATOR "{8B6C1B0A-6C0E-4B52-9E0B-5C6F6E1D7A34}"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"
!define APPROVED_KEY "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
; How the two libraries name an entry of the Credential Manager (electron/adapters/secrets/keychain-worker.ts).
!define KEYRING_END ".Skyferry (keyring)"
!define KEYTAR_BEGINNING "Skyferry (keytar)/"

; The path of /SETTINGS= in $R1; the error flag is set where it is not there. A shell may put the quotes before the name.
!macro settingsPath
  ${GetParameters} $R0
  ${WordReplace} $R0 '"/SETTINGS=' '/SETTINGS="' "+" $R0
  ClearErrors
  ${GetOptions} $R0 "/SETTINGS=" $R1
!macroend

; setup.exe /S /SETTINGS=path puts a settings file where every station of this PC reads it (docs/settings-layers.md).
; Exit codes: 2 the path is no such file, and nothing is installed; 1 installed without the file.
!macro customInit
  !insertmacro settingsPath
  ${IfNot} ${Errors}
    StrCpy $R2 $R1 "" -5
    ${IfNot} ${FileExists} "$R1"
    ${OrIf} ${FileExists} "$R1\*.*"
    ${OrIf} $R2 != ".json"
      MessageBox MB_OK|MB_ICONSTOP "/SETTINGS must be the full path of a file that ends in .json: there is none at $R1. Nothing was installed." /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
  ${EndIf}
!macroend

!macro customInstall
  !insertmacro settingsPath
  ${IfNot} ${Errors}
    SetShellVarContext all
    StrCpy $R2 "$APPDATA\Skyferry\settings.d"
    SetShellVarContext current
    CreateDirectory "$R2"
    ${GetFileName} "$R1" $R3
    System::Call 'kernel32::CopyFileW(w R1, w "$R2\$R3", i 0) i .R4'
    ${If} $R4 = 0
      MessageBox MB_OK|MB_ICONEXCLAMATION "$R1 could not be copied to $R2: copy it there yourself." /SD IDOK
      ${If} ${Silent}
        ; The end of a section makes a success of it.
        SetErrorLevel 1
        Quit
      ${EndIf}
    ${EndIf}
  ${EndIf}
!macroend

!macro customUnInit
  Var /GLOBAL removesRecords
  Var /GLOBAL forgetsPasswords
  StrCpy $removesRecords "0"
  StrCpy $forgetsPasswords "0"
  ${IfNot} ${isUpdated}
    ${GetParameters} $R0
    ClearErrors
    ${GetOptions} $R0 "--delete-app-data" $R1
    ${IfNot} ${Errors}
      StrCpy $removesRecords "1"
      StrCpy $forgetsPasswords "1"
    ${Else}
      ClearErrors
      ${GetOptions} $R0 "/S" $R1
      ${If} ${Errors}
        MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 \
          "Also remove Skyferry's settings, its record of what was delivered, and the stored password?$\r$\n$\r$\nNo keeps them for a later installation. The instruments' own files are not touched either way." \
          IDNO keepRecords
        StrCpy $removesRecords "1"
        StrCpy $forgetsPasswords "1"
        Goto asked
        keepRecords:
        MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 \
          "Forget the stored password all the same?$\r$\n$\r$\nNo keeps it in the Credential Manager of this Windows user." \
          IDNO asked
        StrCpy $forgetsPasswords "1"
        asked:
      ${EndIf}
    ${EndIf}
  ${EndIf}
!macroend

!macro customUnInstall
  SetShellVarContext current
  ${IfNot} ${isUpdated}
    ; One value for each data folder. After a deletion the next one has the same number.
    StrCpy $R0 0
    ${Do}
      EnumRegValue $R1 HKCU "${RUN_KEY}" $R0
      ${If} $R1 == ""
        ${ExitDo}
      ${EndIf}
      StrLen $R2 "${LOGIN_ITEM_NAME}"
      StrCpy $R3 $R1 $R2
      ${If} $R3 == "${LOGIN_ITEM_NAME}"
        DeleteRegValue HKCU "${RUN_KEY}" $R1
        DeleteRegValue HKCU "${APPROVED_KEY}" $R1
      ${Else}
        IntOp $R0 $R0 + 1
      ${EndIf}
    ${Loop}
    DeleteRegKey HKCU "Software\Classes\CLSID\${TOAST_ACTIVATOR}"
    RMDir /r "$LOCALAPPDATA\skyferry-updater"
  ${EndIf}
  ${If} $forgetsPasswords == "1"
    System::Call 'advapi32::CredEnumerateW(p 0, i 0, *i .R0, *p .R1) i .R2'
    ${If} $R2 <> 0
      StrCpy $R2 0
      ${While} $R2 < $R0
        ; An array of pointers to CREDENTIALW: flags, type, name; the installer has 32 bits.
        IntOp $R3 $R2 * 4
        IntOp $R3 $R1 + $R3
        System::Call '*$R3(p .R4)'
        System::Call '*$R4(i, i .R5, w .R6)'
        StrLen $R7 "${KEYRING_END}"
        StrCpy $R7 $R6 "" -$R7
        StrLen $R8 "${KEYTAR_BEGINNING}"
        StrCpy $R8 $R6 $R8
        ${If} $R7 == "${KEYRING_END}"
        ${OrIf} $R8 == "${KEYTAR_BEGINNING}"
          System::Call 'advapi32::CredDeleteW(w R6, i R5, i 0)'
        ${EndIf}
        IntOp $R2 $R2 + 1
      ${EndWhile}
      System::Call 'advapi32::CredFree(p R1)'
    ${EndIf}
  ${EndIf}
  ${If} $removesRecords == "1"
    RMDir /r "$APPDATA\${PRODUCT_FILENAME}"
    RMDir /r "$LOCALAPPDATA\${PRODUCT_FILENAME}"
  ${EndIf}
!macroend
