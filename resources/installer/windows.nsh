; What the uninstaller asks a person. The app itself takes its data away: it knows its folder, and what it
; keeps in the system's credential store. Neither an update, which removes the older version so, nor an
; uninstaller that is told to be silent asks or removes anything.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; The app told Windows of its addresses; its files are told of, and forgotten, by the installer.
    DeleteRegKey HKCU "Software\Classes\hearthline"
    ${GetParameters} $R0
    ClearErrors
    ${GetOptions} $R0 "/S" $R1
    ${if} ${Errors}
      MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Also remove your leads, notes, drafts, backups and sign-ins from this computer?$\r$\n$\r$\nLeads at the marketplace stay there. Choose No to find everything again when you install Hearthline later." IDNO keepData
      nsExec::Exec '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" --remove-data'
      Pop $0
      ${if} $0 != 0
        MessageBox MB_OK|MB_ICONEXCLAMATION "Some data could not be removed. Delete the folder $APPDATA\${PRODUCT_NAME} by hand."
      ${endIf}
      keepData:
    ${endIf}
  ${endIf}
!macroend
