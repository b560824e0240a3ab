import { createHash } from 'node:crypto'
import type { ToolModel } from '../spec/index.ts'
import { TAKEN_SIZE } from './taken-size.ts'
import { inputsOf, type Usable } from './template.ts'

/** A workflow of the operator's own, of kind "other". */
export interface ServerWorkflow extends Usable {
  /** What is offered to people. */
  model: ToolModel
}

/** What is offered of a workflow: what it takes follows from the inputs that it names. */
export function describeWorkflow(id: string, usable: Usable): ServerWorkflow {
  const { template, file, files } = usable
  const named = inputsOf(template)
  const [width, height] = template.other.size
  // Another workflow under the same name is not the very same work.
  const hash = createHash('sha256').update(JSON.stringify({ template, file, files })).digest('hex')
  const name = file === null ? template.title : `${template.title} (${file})`
  return {
    ...usable,
    model: {
      tool: 'run_workflow',
      id,
      name,
      hash,
      licence: '',
      ...TAKEN_SIZE,
      credits: template.other.credits,
      takes: {
        image: named.has('source'),
        prompt: named.has('prompt'),
        size: { width, height },
      },
    },
  }
}
