/** Preloaded into the app's main process: prints the text of message boxes and closes them. */
const { dialog } = require('electron');

dialog.showMessageBox = async ({ message, detail, buttons }) => {
  console.log(['message box:', message, detail, ...buttons].join('\n'));
  return { response: 0, checkboxChecked: false };
};
