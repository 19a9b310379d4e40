/**
 * Registers many numbers in few calls, with an outcome for each. The service refuses a whole bulk call for one bad
 * number, so a refused part is halved. The first failure that is not about a number ends the work. After a lost
 * response nothing is sent again: the list shows which numbers were registered.
 */
import type { Outcome, PhoneNumber } from '../../../../contract/commands/phone-numbers.ts';
import { succeed, type Answer, type Failure } from '../../../../contract/errors.ts';
import { mayHaveSucceeded } from '../../platform/http/problem.ts';
import type { NewPhoneNumber, PhoneNumberCalls } from '../../accounts/service.ts';

/** Converts the failure of a change that the service's list does not show. */
export const toUnlistedFailure = (error: Failure): Failure =>
  error.code === 'outcome_unknown' ? { ...error, code: 'service_unavailable' } : error;

/** Converts the failure of a change if the list cannot be fetched either. */
export const toUnknownFailure = (error: Failure): Failure => ({
  ...error,
  code: 'outcome_unknown',
});

type Part = readonly NewPhoneNumber[];
type Created = readonly Pick<NewPhoneNumber, 'phoneNumber'>[];

const isAboutNumbers = ({ code }: Failure): boolean => code === 'rejected' || code === 'conflict';

/** For comparison: the service may format numbers differently. */
const extractDigits = (phoneNumber: string): string => phoneNumber.replaceAll(/\D/g, '');

const listLiveDigits = (numbers: readonly PhoneNumber[]): ReadonlySet<string> =>
  new Set(numbers.filter((each) => !each.isDeleted).map((each) => extractDigits(each.phoneNumber)));

/** Numbers must differ. Returns their outcomes in order; fails if the list cannot be fetched first. */
export const registerMany = async (
  { create, createMany }: Pick<PhoneNumberCalls, 'create' | 'createMany'>,
  fetchList: () => Promise<Answer<readonly PhoneNumber[]>>,
  numbers: Part,
): Promise<Answer<readonly Outcome[]>> => {
  const before = await fetchList();
  if (!before.ok) return before;

  const outcomes = new Map<string, Outcome>();
  let stop: Failure | null = null;
  /** Numbers whose request may have arrived although its response was lost. */
  let lost: Part = [];

  const settle = (part: Part, outcome: Outcome): void => {
    for (const { phoneNumber } of part) outcomes.set(phoneNumber, outcome);
  };

  /** Marks listed numbers as added; returns the others, or null if the list cannot be fetched. */
  const settleListed = async (part: Part): Promise<Part | null> => {
    const listed = await fetchList();
    if (!listed.ok) return null;
    const live = listLiveDigits(listed.value);
    const has = ({ phoneNumber }: NewPhoneNumber): boolean => live.has(extractDigits(phoneNumber));
    settle(part.filter(has), { state: 'added' });
    return part.filter((number) => !has(number));
  };

  const createOne = async (number: NewPhoneNumber): Promise<Answer<Created>> => {
    const answer = await create(number);
    return answer.ok ? succeed([number]) : answer;
  };

  const halve = async (part: Part): Promise<void> => {
    const middle = Math.ceil(part.length / 2);
    await send(part.slice(0, middle));
    await send(part.slice(middle));
  };

  /** Handles a success. Its response may name only some of the numbers. */
  const handleSuccess = async (part: Part, created: Created): Promise<void> => {
    const named = new Set(created.map((each) => extractDigits(each.phoneNumber)));
    const isNamed = ({ phoneNumber }: NewPhoneNumber): boolean =>
      named.has(extractDigits(phoneNumber));
    settle(part.filter(isNamed), { state: 'added' });
    const unnamed = part.filter((number) => !isNamed(number));
    if (unnamed.length === 0) return;
    const missing = await settleListed(unnamed);
    if (missing === null) {
      stop = { code: 'outcome_unknown', message: 'The list could not be read.' };
      settle(unnamed, { state: 'unknown', error: stop });
    } else {
      for (const number of missing) await send([number]);
    }
  };

  const handleLostResponse = async (part: Part, error: Failure): Promise<void> => {
    stop = toUnlistedFailure(error);
    lost = part;
    const missing = await settleListed(part);
    if (missing === null) settle(part, { state: 'unknown', error: toUnknownFailure(error) });
    else settle(missing, { state: 'untried', error: stop });
  };

  const send = async (part: Part): Promise<void> => {
    const [only, ...others] = part;
    if (only === undefined) return;
    if (stop !== null) return settle(part, { state: 'untried', error: stop });
    const isOne = others.length === 0;
    const answer = isOne ? await createOne(only) : await createMany(part);
    if (answer.ok) return handleSuccess(part, answer.value);
    const { error } = answer;
    if (isAboutNumbers(error)) {
      if (isOne) settle(part, { state: 'refused', error });
      else await halve(part);
    } else if (mayHaveSucceeded(error)) {
      await handleLostResponse(part, error);
    } else {
      stop = error;
      settle(part, { state: 'untried', error });
    }
  };

  const live = listLiveDigits(before.value);
  const isKnown = ({ phoneNumber }: NewPhoneNumber): boolean =>
    live.has(extractDigits(phoneNumber));
  settle(numbers.filter(isKnown), { state: 'registered' });
  await send(numbers.filter((number) => !isKnown(number)));

  const after = await fetchList();
  const now = listLiveDigits(after.ok ? after.value : []);
  return succeed(
    numbers.map((number): Outcome => {
      const outcome = outcomes.get(number.phoneNumber);
      if (outcome === undefined) throw new Error('a number of the list has no outcome');
      if (!('error' in outcome) || !now.has(extractDigits(number.phoneNumber))) return outcome;
      if (outcome.state === 'unknown' || lost.includes(number)) return { state: 'added' };
      // Somebody else registered it for this business meanwhile.
      const isElsewhere = outcome.state === 'untried' || outcome.error.code === 'conflict';
      return isElsewhere ? { state: 'registered' } : outcome;
    }),
  );
};
