import { escapeHtml } from '#server/platform/escape-html.ts'
import { htmlPage } from './html.ts'

interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  multipleOf?: number
  default?: unknown
}

type Content = Record<string, { schema?: JsonSchema }>

interface Operation {
  summary?: string
  description?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: JsonSchema }[]
  requestBody?: { content?: Content }
  responses?: Record<string, { content?: Content }>
}

/** The part `paths` of an OpenAPI document. */
export type OpenApiPaths = Record<string, Record<string, Operation>>

/** A type in a few words: `integer, at least 1, at most 4; default 4`. */
function typeText(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ')
  if (schema.enum) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const type = [schema.type ?? 'anything'].flat().join(' or ')
  const parts = [schema.items ? `list of ${typeText(schema.items)}` : type]
  if (schema.minimum !== undefined) parts.push(`at least ${schema.minimum}`)
  if (schema.maximum !== undefined) parts.push(`at most ${schema.maximum}`)
  if (schema.multipleOf !== undefined) parts.push(`a multiple of ${schema.multipleOf}`)
  if (schema.maxLength !== undefined) parts.push(`at most ${schema.maxLength} characters`)
  const usual = schema.default === undefined ? '' : `; default ${JSON.stringify(schema.default)}`
  return parts.join(', ') + usual
}

interface Row {
  name: string
  required: boolean
  schema: JsonSchema
}

/** One line a field; the fields of an object inside another stand under it with a dot. */
function rowsOf(schema: JsonSchema | undefined, prefix = ''): Row[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([key, inner]) => {
    const name = prefix + key
    const required = schema?.required?.includes(key) ?? false
    const nested = inner.items?.properties ? inner.items : inner
    const below = rowsOf(nested, nested === inner ? `${name}.` : `${name}[].`)
    return [{ name, required, schema: inner }, ...below]
  })
}

function tableHtml(title: string, rows: Row[], marksRequired: boolean): string {
  if (rows.length === 0) return ''
  const lines = rows.map(({ name, required, schema }) => {
    const mark = marksRequired && required ? ' <strong>required</strong>' : ''
    return `<tr><td><code>${escapeHtml(name)}</code>${mark}</td><td>${escapeHtml(typeText(schema))}</td></tr>`
  })
  return `<h3>${escapeHtml(title)}</h3><table>${lines.join('')}</table>`
}

function schemaOf(content: Content | undefined): JsonSchema | undefined {
  return content?.['application/json']?.schema
}

function operationHtml(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, required = false, schema = {} }) => ({
      name,
      required,
      schema,
    }),
  )
  const answers = Object.entries(operation.responses ?? {}).map(([status, { content }]) =>
    tableHtml(`Answer ${status}`, rowsOf(schemaOf(content)), false),
  )
  const description = escapeHtml(operation.description ?? '').replace(
    /`([^`]+)`/g,
    '<code>$1</code>',
  )
  return `<details><summary><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code>
<span class="quiet">${escapeHtml(operation.summary ?? '')}</span></summary>
<p>${description}</p>
${tableHtml('Parameters', parameters, true)}
${tableHtml('Body', rowsOf(schemaOf(operation.requestBody?.content)), true)}
${answers.join('')}</details>`
}

/** Every call of an OpenAPI document, by resource, as a page without scripts. */
export function docsPage(paths: OpenApiPaths): string {
  const byResource = new Map<string, string[]>()
  for (const [path, operations] of Object.entries(paths)) {
    const resource = path.split('/')[2] ?? ''
    const list = byResource.get(resource) ?? []
    for (const [method, operation] of Object.entries(operations)) {
      list.push(operationHtml(method, path, operation))
    }
    byResource.set(resource, list)
  }
  const sections = [...byResource].map(
    ([name, list]) => `<h2>${escapeHtml(name)}</h2>${list.join('')}`,
  )
  return htmlPage(
    'API',
    `<p>Every call of this site. <a href="/api/schema/">OpenAPI document</a>. Logged-in calls carry
<code>Authorization: Token KEY</code>.</p>${sections.join('')}`,
  )
}
