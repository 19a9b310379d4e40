/** Which addresses are this computer's own. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address, with its scheme, leads to this computer. */
export const isLoopback = (address: string): boolean =>
  URL.canParse(address) && loopback.test(new URL(address).hostname);
