/** Whether a service can reach the receiver, which has no public address. */
import type { PublicProfile } from '../../../contract/profile.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True for a service on this computer (the sandbox): only it can call 127.0.0.1. */
export const canReach = (profile: PublicProfile): boolean =>
  loopback.test(new URL(profile.baseUrl).hostname);
