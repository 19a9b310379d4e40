/** Safety of addresses. Imports nothing, so that channels.ts needs no schema library. */

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost'];

/** True if requests are encrypted or stay on this computer. */
export const isEncryptedOrLocal = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && loopbackHosts.includes(hostname));
