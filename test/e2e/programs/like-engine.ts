/**
 * A child that talks as the engine does, over the engine's own line, and needs no database: what it is to
 * do comes as the input of a command. On its command line `dies` has it end before it is ready, `writes` the
 * same after it has written much, and `deaf` go on when it is told to stop.
 */
import { writeSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';
import type { FromEngine, ToEngine } from '../../../contract/port.ts';
import { engineRuns } from '../../../main/engine/engine-runs.ts';
import { openLine } from '../../../main/line/line.ts';

/** It writes as Node and V8 do when they cannot go on: past Node's streams. */
export type Deed =
  | { readonly do: 'echo'; readonly value: unknown }
  /** Answers how much the young generation took at most, in bytes. */
  | { readonly do: 'fill the young generation' }
  | { readonly do: 'tell the environment' }
  | { readonly do: 'hang' }
  | { readonly do: 'use up the memory' }
  | { readonly do: 'end'; readonly code: number; readonly words: string }
  /** Sends so many messages, numbered from `first`, with so much in each; then the answer, and may leave. */
  | {
      readonly do: 'send';
      readonly first: number;
      readonly messages: number;
      readonly length: number;
      readonly leaves: boolean;
    };

const line = openLine<FromEngine, ToEngine>(process);

const mostOfYoung = (): number => {
  const kept: number[][] = [];
  let most = 0;
  for (let at = 0; at < 500; at++) {
    kept.push(new Array<number>(8_000).fill(at));
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    most = Math.max(most, young?.space_size ?? 0);
  }
  return most;
};

const doDeed = (deed: Deed): unknown => {
  switch (deed.do) {
    case 'echo':
      return deed.value;
    case 'fill the young generation':
      return mostOfYoung();
    case 'tell the environment':
      return { ...process.env };
    case 'hang':
      for (;;);
    case 'use up the memory': {
      const kept: unknown[] = [];
      for (;;) kept.push(new Array(10_000).fill({}));
    }
    case 'end':
      writeSync(2, deed.words);
      return process.exit(deed.code);
    case 'send':
      for (let at = deed.first; at < deed.first + deed.messages; at++)
        line.send({
          type: 'notice',
          noticeID: String(at),
          notice: {
            kind: 'lead',
            leadID: null,
            upTo: at,
            title: '',
            body: 'x'.repeat(deed.length),
          },
        });
      return 'sent';
  }
};

if (process.argv.includes('writes')) {
  for (let times = 0; times < 30; times++)
    for (const stream of [1, 2]) writeSync(stream, 'x'.repeat(100_000));
  process.exit(4);
}
if (process.argv.includes('dies')) {
  writeSync(2, 'it died');
  process.exit(3);
}
await line.first();
line.send({ type: 'ready', runs: engineRuns(line.way, process, 'none') });
line.onMessage((message) => {
  if (message.type === 'ping') line.send({ type: 'pong' });
  else if (message.type === 'stop' && !process.argv.includes('deaf')) {
    line.send({ type: 'stopped' });
    line.leave();
  } else if (message.type === 'invoke') {
    const deed = message.input as Deed;
    const value = doDeed(deed);
    line.send({ type: 'answer', id: message.id, answer: { ok: true, value } });
    if (deed.do === 'send' && deed.leaves) line.leave(5);
  }
});
