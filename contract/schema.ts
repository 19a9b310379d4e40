/** Shapes that the contract's schemas share. */
import { z } from 'zod';

/** An object that is frozen when it is parsed. */
export const readonlyObject = <S extends z.ZodRawShape>(shape: S) => z.object(shape).readonly();

/** A frozen object that rejects unknown fields. */
export const readonlyStrictObject = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape).readonly();

export const noInput = {};
export const done = {};
export const cursor = z.string().max(200);

type Schema = z.ZodType | z.ZodRawShape;
type SchemaOf<S extends Schema> = S extends z.ZodType
  ? S
  : S extends z.ZodRawShape
    ? z.ZodObject<S, z.core.$strict>
    : never;

/** Converts plain fields to a strict object. */
const toSchema = <S extends Schema>(schema: S) =>
  (schema instanceof z.ZodType ? schema : z.strictObject(schema)) as SchemaOf<S>;

const createCommand =
  <By extends 'main' | 'engine'>(answeredBy: By) =>
  <I extends Schema, O extends Schema>(input: I, output: O) => ({
    answeredBy,
    input: toSchema(input),
    output: toSchema(output),
  });

/** A command of the window whose handler is in main. */
export const mainCommand = createCommand('main');

/** A command of the window whose handler is in the engine. */
export const engineCommand = createCommand('engine');
