/** A JSON schema as OpenAPI 3.1 has them. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
}

interface Content {
  content?: Record<string, { schema?: Schema }>
}

export interface Operation {
  summary?: string
  requestBody?: Content
  responses?: Record<string, Content>
}

export interface Document {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

const nameOf = (ref: string): string => {
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(ref) ?? []
  if (name === undefined) throw new Error(`${ref} leads nowhere`)
  return name
}

const union = (parts: readonly string[], between: '|' | '&'): string =>
  parts.length === 0 ? 'unknown' : parts.map((part) => `(${part})`).join(` ${between} `)

function typeOfObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  )
  if (typeof additionalProperties === 'object' && fields.length === 0)
    return `Record<string, ${typeOf(additionalProperties)}>`
  return `{ ${fields.join('; ')} }`
}

/** A schema as a type of TypeScript. */
export function typeOf(schema: Schema): string {
  const { $ref, type, anyOf, oneOf, allOf } = schema
  if ($ref !== undefined) return nameOf($ref)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum)
    return union(
      schema.enum.map((value) => JSON.stringify(value)),
      '|',
    )
  if (anyOf ?? oneOf) return union((anyOf ?? oneOf ?? []).map(typeOf), '|')
  if (allOf) return union(allOf.map(typeOf), '&')
  if (Array.isArray(type))
    return union(
      type.map((one) => typeOf({ ...schema, type: one })),
      '|',
    )
  if (type === 'array') return `Array<${schema.items ? typeOf(schema.items) : 'unknown'}>`
  if (type === 'object') return typeOfObject(schema)
  return type === undefined ? 'unknown' : (SCALARS[type] ?? 'never')
}

const schemaOf = ({ content = {} }: Content): Schema => Object.values(content)[0]?.schema ?? {}

/** The answers of a success, as one type. */
function answerOf({ responses = {} }: Operation): string {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return union(
    successes.map(([status, answer]) => (status === '204' ? 'null' : typeOf(schemaOf(answer)))),
    '|',
  )
}

/** A client with a method for each operation of a document, whose body and answer have its types. */
export function writeClient({ paths, components }: Document): string {
  const types = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)}`,
  )
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const body = operation.requestBody ? typeOf(schemaOf(operation.requestBody)) : 'undefined'
      return `  ${JSON.stringify(`${method.toUpperCase()} ${path}`)}: { body: ${body}; answer: ${answerOf(operation)} }`
    }),
  )
  return `${types.join('\n')}
export interface Operations {
${operations.join('\n')}
}
export async function call<Name extends keyof Operations>(
  origin: string,
  name: Name,
  body: Operations[Name]['body'],
): Promise<Operations[Name]['answer']> {
  const [method = '', path = ''] = name.split(' ')
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  return (await fetch(origin + path, { method, ...sent })).json()
}
`
}
