/** Formats the address of a request. */
import type { LeadDetails } from '../../contract/records.ts';

type Location = LeadDetails['request']['location'];

/** Formats an address as lines, such as "12 Oak St" and "Austin, TX 78701", without empty ones. */
export const formatAddress = (location: Location): readonly string[] => {
  const region = [location.state, location.zipCode].filter(Boolean).join(' ');
  const town = [location.city, region].filter(Boolean).join(', ');
  return [location.address1, location.address2, town].filter((line) => line.trim() !== '');
};

/** Builds a link to a map, which opens in the browser or a maps app. */
export const buildMapLink = (address: readonly string[]): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address.join(', ').toWellFormed())}`;
