const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True for a URL of this computer. */
export const isLoopback = (address: string): boolean =>
  URL.canParse(address) && loopback.test(new URL(address).hostname);
