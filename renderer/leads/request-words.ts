/** The place of a request, in lines that people read. */
import type { LeadDetails } from '../../contract/records.ts';

type Request = LeadDetails['request'];

/** "12 Oak St", "Austin, TX 78701": only the lines that say something. */
export const addressLines = (location: Request['location']): readonly string[] => {
  const region = [location.state, location.zipCode].filter(Boolean).join(' ');
  const town = [location.city, region].filter(Boolean).join(', ');
  return [location.address1, location.address2, town].filter((line) => line.trim() !== '');
};

/** Where a map of the address is: the same on every system, in the browser or the maps' own app. */
export const mapLink = (address: readonly string[]): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address.join(', ').toWellFormed())}`;
