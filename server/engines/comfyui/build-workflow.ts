import {
  isLink,
  type Link,
  namedInput,
  type Part,
  type Port,
  type Template,
  type Workflow,
} from './template.ts'

export type Values = Readonly<Record<string, string | number>>

/** A workflow that is being put together. */
export interface Draft {
  workflow: Workflow
  ports: Partial<Record<Port, Link>>
}

/** A template with a job's values in it. Throws Error if a value is missing. */
export const draftOf = ({ nodes, ports }: Template, values: Values): Draft => ({
  workflow: mapInputs(nodes, (value) => fill(value, values)),
  ports: { ...ports },
})

/**
 * Puts a part behind the ports that it provides: what took from them takes from the part. A port that is not there yet
 * is one from then on.
 * @param prefix of its nodes, where a part is added more than once
 */
export function addPart(
  { workflow, ports }: Draft,
  part: Part,
  values: Values,
  prefix = '',
): Draft {
  const own = ([id, output]: Link): Link => [part.nodes[id] ? `${prefix}${id}` : id, output]
  const added = mapInputs(part.nodes, (value) => {
    if (typeof value === 'string' && value.startsWith('@')) return portOf(ports, value.slice(1))
    return isLink(value) ? own(value) : fill(value, values)
  })
  const moved = Object.entries(part.provides).flatMap(([port, link]) => {
    const from = ports[port as Port]
    return from ? [[from, own(link)] as const] : []
  })
  const rewired = mapInputs(workflow, (value) => {
    if (!isLink(value)) return value
    return moved.find(([from]) => from[0] === value[0] && from[1] === value[1])?.[1] ?? value
  })
  const named = Object.entries(added).map(([id, node]) => [`${prefix}${id}`, node])
  return {
    workflow: { ...rewired, ...(Object.fromEntries(named) as Workflow) },
    ports: {
      ...ports,
      ...Object.fromEntries(Object.entries(part.provides).map(([port, link]) => [port, own(link)])),
    },
  }
}

/**
 * Nodes that make steps, in the order in which they run, with how many. Where a node only spaces the steps, it is the one
 * that takes its levels of noise.
 */
export const stepsOf = (workflow: Workflow): [node: string, steps: number][] =>
  Object.entries(workflow).flatMap(([id, { inputs }]) => {
    if (typeof inputs['steps'] !== 'number') return []
    const taker = Object.entries(workflow).find(([, other]) => {
      const { sigmas } = other.inputs
      return isLink(sigmas) && sigmas[0] === id
    })
    return [[taker?.[0] ?? id, inputs['steps']]]
  })

const mapInputs = (nodes: Workflow, change: (value: unknown) => unknown): Workflow =>
  Object.fromEntries(
    Object.entries(nodes).map(([id, { class_type, inputs }]) => [
      id,
      {
        class_type,
        inputs: Object.fromEntries(
          Object.entries(inputs).map(([name, value]) => [name, change(value)]),
        ),
      },
    ]),
  )

function fill(value: unknown, values: Values): unknown {
  const name = namedInput(value)
  if (name === null) return value
  const given = values[name]
  if (given === undefined) throw new Error(`No value for {{${name}}}`)
  return given
}

function portOf(ports: Draft['ports'], port: string): Link {
  const link = ports[port as Port]
  if (!link) throw new Error(`The template has no port "${port}"`)
  return link
}
