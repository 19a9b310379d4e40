/**
 * A child that replaces the engine and uses its real port, without a database. Commands carry its tasks. Options:
 * `dies` exits before it is ready, `writes` the same after much output, `deaf` ignores the stop message.
 */
import { writeSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';
import { encodeAnswer } from '../../../contract/encoded-answer.ts';
import { succeed } from '../../../contract/errors.ts';
import type { FromEngine, ToEngine } from '../../../contract/port.ts';
import { readEngineFacts } from '../../../main/engine/engine-facts.ts';
import { openParentPort } from '../../../main/parent-port/parent-port.ts';

/** Tasks; output bypasses Node's streams, like that of a crashing Node or V8. */
export type Task =
  | { readonly do: 'echo'; readonly value: unknown }
  /** Answers the maximum size of the young generation in bytes. */
  | { readonly do: 'fill the young generation' }
  | { readonly do: 'tell the environment' }
  | { readonly do: 'hang' }
  | { readonly do: 'use up the memory' }
  | { readonly do: 'end'; readonly code: number; readonly words: string }
  /** Sends notices numbered from `first` with bodies of `length`, then answers, and exits if it `leaves`. */
  | {
      readonly do: 'send';
      readonly first: number;
      readonly messages: number;
      readonly length: number;
      readonly leaves: boolean;
    };

const port = openParentPort<FromEngine, ToEngine>(process);

const measureYoung = (): number => {
  const kept: number[][] = [];
  let most = 0;
  for (let at = 0; at < 500; at++) {
    kept.push(new Array<number>(8_000).fill(at));
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    most = Math.max(most, young?.space_size ?? 0);
  }
  return most;
};

const run = (task: Task): unknown => {
  switch (task.do) {
    case 'echo':
      return task.value;
    case 'fill the young generation':
      return measureYoung();
    case 'tell the environment':
      return { ...process.env };
    case 'hang':
      for (;;);
    case 'use up the memory': {
      const kept: unknown[] = [];
      for (;;) kept.push(new Array(10_000).fill({}));
    }
    case 'end':
      writeSync(2, task.words);
      return process.exit(task.code);
    case 'send':
      for (let at = task.first; at < task.first + task.messages; at++)
        port.send({
          type: 'notice',
          noticeID: String(at),
          notice: {
            kind: 'lead',
            leadID: null,
            upTo: at,
            title: '',
            body: 'x'.repeat(task.length),
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
await port.receiveFirst();
port.send({ type: 'ready', runs: readEngineFacts(port.runtime, process, 'none') });
port.onMessage((message) => {
  if (message.type === 'ping') port.send({ type: 'pong' });
  else if (message.type === 'stop' && !process.argv.includes('deaf')) {
    port.send({ type: 'stopped' });
    port.exit();
  } else if (message.type === 'invoke') {
    const task = message.input as Task;
    const value = run(task);
    port.send({ type: 'answer', id: message.id, answer: encodeAnswer(succeed(value)) });
    if (task.do === 'send' && task.leaves) port.exit(5);
  }
});
