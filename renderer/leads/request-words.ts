/** Formats the address of a request. */
import type { LeadDetails } from '../../contract/records.ts';

type Request = LeadDetails['request'];

/** "12 Oak St", "Austin, TX 78701", without empty lines. */
export const addressLines = (location: Request['location']): readonly string[] => {
  const region = [location.state, location.zipCode].filter(Boolean).join(' ');
  const town = [location.city, region].filter(Boolean).join(', ');
  return [location.address1, location.address2, town].filter((line) => line.trim() !== '');
};

/** A link to a map, which every system opens in the browser or its maps app. */
export const mapLink = (address: readonly string[]): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address.join(', ').toWellFormed())}`;
