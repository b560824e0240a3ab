import { z } from 'zod'
import type { ServiceModelInput } from '#contract/admin-service-models.ts'

/** A part of a JSON Schema; what is not looked at is left open. */
export const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  description: z.string().optional(),
  required: z.array(z.string()).optional(),
  'x-order': z.number().optional(),
  'x-fal-order-properties': z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
  get items() {
    return Schema.optional()
  },
  get anyOf() {
    return z.array(Schema).optional()
  },
  get oneOf() {
    return z.array(Schema).optional()
  },
  get allOf() {
    return z.array(Schema).optional()
  },
})
export type Schema = z.output<typeof Schema>

/** The named schemas of an OpenAPI document. */
export const Schemas = z.record(z.string(), Schema)
export type Schemas = z.output<typeof Schemas>

const REFERENCE = '#/components/schemas/'
const MOST_WORDS = 300
/** No model has so many; whatever goes beyond is left out. */
const MOST_INPUTS = 200
const MOST_CHOICES = 500
/** As descriptions of models have them. */
const LONGEST_NAME = 200
/** Characters of a standard value as JSON. */
const LONGEST_STANDARD = 2048

/**
 * A schema without its references and alternatives: everything that a value may be.
 * @param seen names that were followed already, for references go round in circles and may fan out at each turn
 */
function variantsOf(schema: Schema, schemas: Schemas, seen = new Set<string>()): Schema[] {
  const name = schema.$ref?.startsWith(REFERENCE) ? schema.$ref.slice(REFERENCE.length) : undefined
  if (name !== undefined && Object.hasOwn(schemas, name)) {
    if (seen.has(name)) return []
    seen.add(name)
    return variantsOf(schemas[name]!, schemas, seen)
  }
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  if (parts.length > 0) return parts.flatMap((part) => variantsOf(part, schemas, seen))
  return schema.type === 'null' ? [] : [schema]
}

const IMAGE_NAME =
  /(?:^|_)(?:image|images|img|mask|photo|picture|face)s?(?:_(?:url|urls|uri|path|input))?$/

function typeOf(name: string, variants: readonly Schema[]): ServiceModelInput['type'] {
  const has = (type: string) => variants.some((one) => one.type === type)
  const isSize = ({ properties }: Schema) => properties?.['width'] && properties['height']
  if (variants.some(isSize)) return 'size'
  if (has('array')) return IMAGE_NAME.test(name) ? 'images' : 'other'
  if (has('boolean')) return 'boolean'
  if (has('integer') || has('number')) return 'number'
  if (!has('string') && !variants.every((one) => one.enum)) return 'other'
  const isFile = variants.some(({ format, enum: choices }) => format === 'uri' && !choices)
  if (isFile || (IMAGE_NAME.test(name) && !variants.some((one) => one.enum))) return 'image'
  return 'text'
}

/** Null unless every value that it takes is listed. */
function choicesOf(variants: readonly Schema[]): string[] | null {
  if (variants.length === 0 || !variants.every((one) => one.enum)) return null
  return variants
    .flatMap((one) => one.enum ?? [])
    .slice(0, MOST_CHOICES)
    .map(String)
}

/** A service's words as a database can keep them. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** JSON of a text that no database keeps: NUL, and half of a surrogate pair. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i

/** Null for one that is longer than any that a person would read, and for one that cannot be kept. */
function standardOf(schema: Schema, variants: readonly Schema[]): unknown {
  const standard = schema.default ?? variants[0]?.default ?? null
  const written = JSON.stringify(standard)
  return written.length > LONGEST_STANDARD || UNSTORABLE.test(written) ? null : standard
}

type Properties = Required<Pick<Schema, 'properties' | 'required'>> &
  Pick<Schema, 'x-fal-order-properties'>

/** The inputs of a schema: all of its parts together, and of alternatives the first. */
function propertiesOf(schema: Schema, schemas: Schemas, seen = new Set<string>()): Properties {
  const { properties = {}, required = [], allOf = [], anyOf = [], oneOf = [] } = schema
  const name = schema.$ref?.slice(REFERENCE.length) ?? ''
  const follows = !seen.has(name) && Object.hasOwn(schemas, name)
  seen.add(name)
  const read = (part: Schema) => propertiesOf(part, schemas, seen)
  const parts = [...(follows ? [schemas[name]!] : []), ...allOf].map(read)
  for (const alternative of [...anyOf, ...oneOf]) {
    const part = read(alternative)
    if (Object.keys(part.properties).length === 0) continue
    parts.push(part)
    break
  }
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), properties) as Schemas,
    required: [...parts.flatMap((part) => part.required), ...required],
    'x-fal-order-properties':
      schema['x-fal-order-properties'] ??
      parts.find((part) => part['x-fal-order-properties'])?.['x-fal-order-properties'],
  }
}

const isKept = (name: string): boolean => name.length <= LONGEST_NAME && storable(name) === name

/**
 * What a model takes, by the schema of its input, in the order in which its service shows it.
 * @throws {Error} for an input that is needed and has no name that could be sent
 */
export function readInputs(input: Schema, schemas: Schemas): ServiceModelInput[] {
  const {
    properties,
    required,
    'x-fal-order-properties': order = [],
  } = propertiesOf(input, schemas)
  if (!required.every(isKept)) throw new Error('an input that is needed has no usable name')
  const rank = (name: string, schema: Schema) => {
    const at = order.indexOf(name)
    return schema['x-order'] ?? (at < 0 ? order.length : at)
  }
  return Object.entries(properties)
    .filter(([name]) => isKept(name))
    .toSorted(([a, one], [b, other]) => rank(a, one) - rank(b, other))
    .slice(0, MOST_INPUTS)
    .map(([name, schema]) => {
      const variants = variantsOf(schema, schemas)
      return {
        name,
        type: typeOf(name, variants),
        required: required.includes(name),
        choices: choicesOf(variants)?.map(storable) ?? null,
        standard: standardOf(schema, variants),
        description: storable(schema.description ?? '').slice(0, MOST_WORDS),
      }
    })
}
