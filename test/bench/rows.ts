/** Inserts a lead of the bench as rows: the service's data and the professional's marks. The rest is derived. */
import type { Store } from '../../main/engine/platform/store/store.ts';
import type { Lead } from './records.ts';

type NegotiationRecord = {
  readonly createdAt: string;
  readonly status: string;
  readonly leadPrice: string;
  readonly chargeState: string;
  readonly customer: {
    readonly customerID: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly phone: string;
  };
  readonly business: { readonly businessID: string };
  readonly request: {
    readonly category: { readonly name: string };
    readonly location: { readonly city: string };
  };
};

type Message = {
  readonly messageID: string;
  readonly from: 'Customer' | 'Business';
  readonly text: string;
  readonly sentAt: string;
};

type Row = Readonly<Record<string, string | number | null>>;

/** Inserts leads with their messages and marks; the newest lead has `n` 0. */
export const prepareRows = (
  { db }: Store,
  getAccountID: (account: number) => string,
): ((lead: Lead, n: number) => void) => {
  const prepareInsert = (table: string, columns: readonly string[]) =>
    db.prepare<[Row]>(
      `INSERT INTO ${table} (${columns.join(', ')})
       VALUES (${columns.map((column) => `@${column}`).join(', ')})`,
    );
  const putLead = prepareInsert('leads', [
    ...['lead', 'account_id', 'negotiation_id', 'business_id', 'customer_id', 'customer_name'],
    ...['category', 'city', 'status', 'price_text', 'price_cents', 'charge_state', 'created_at'],
    ...['complete', 'record', 'changed_at'],
  ]);
  const putCustomer = prepareInsert('customers', ['account_id', 'customer_id', 'name']);
  const putPhone = prepareInsert('lead_phones', ['lead', 'digits', 'phone', 'place']);
  const putMark = prepareInsert('marks', ['lead', 'mark', 'value']);
  const putMessage = prepareInsert('messages', [
    ...['lead', 'account_id', 'message_id', 'side', 'author', 'text', 'sent_at'],
  ]);
  return (lead, n) => {
    const record = lead.negotiation as unknown as NegotiationRecord;
    const { customer } = record;
    const number = n + 1;
    const account = getAccountID(lead.account);
    const name = `${customer.firstName} ${customer.lastName}`;
    const created = Date.parse(record.createdAt);
    putLead.run({
      lead: number,
      account_id: account,
      negotiation_id: lead.negotiationID,
      business_id: record.business.businessID,
      customer_id: customer.customerID,
      customer_name: name,
      category: record.request.category.name,
      city: record.request.location.city,
      status: record.status,
      price_text: record.leadPrice,
      price_cents: Number(record.leadPrice.slice(1)) * 100,
      charge_state: record.chargeState,
      created_at: created,
      complete: 1,
      record: JSON.stringify(record),
      changed_at: created,
    });
    putCustomer.run({ account_id: account, customer_id: customer.customerID, name });
    const digits = customer.phone.replaceAll(/\D/g, '');
    putPhone.run({ lead: number, digits, phone: customer.phone, place: 1 });
    let last = created;
    for (const raw of lead.messages) {
      const message = raw as unknown as Message;
      last = Date.parse(message.sentAt);
      putMessage.run({
        lead: number,
        account_id: account,
        message_id: message.messageID,
        side: message.from === 'Customer' ? 'customer' : 'business',
        author: message.from === 'Customer' ? name : 'The business',
        text: message.text,
        sent_at: last,
      });
    }
    // One in thirty is unread, one in fifty starred, every fifth archived.
    const mark = (name: string, value: number): unknown =>
      putMark.run({ lead: number, mark: name, value });
    if (n % 30 !== 3) mark('read', last);
    if (n % 50 === 7) mark('starred', 1);
    if (n % 5 === 4) mark('archived', 1);
  };
};
