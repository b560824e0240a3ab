import type { ModelEntry } from '../engines/builtin/index.ts'
import { type Command, readArguments, type Tools } from './command.ts'

export const modelsList: Command = {
  usage: '',
  summary: 'List the model folders: id, hash, or why one cannot be used',
  async run(args, tools) {
    readArguments({ name: 'models list', usage: this.usage }, args, {})
    for (const entry of await readModels(tools)) tools.print(describeModel(entry))
  },
}

/** Every model folder, read to the end. */
export async function readModels({ config }: Tools): Promise<ModelEntry[]> {
  // Loaded only here, as it brings the whole runtime.
  const { createModelLibrary } = await import('../engines/builtin/index.ts')
  return createModelLibrary(config.engine).list({ whole: true })
}

/** Folder, id, hash and state; what is known beyond follows. */
export function describeModel({ dir, id, ready, problem }: ModelEntry): string {
  if (!ready) return [dir, id, 'broken', problem?.message ?? ''].join('  ')
  const { hash, licence, nativeSize } = ready.model
  const { source, limits } = ready.card
  const more = [`${nativeSize} px`, `licence ${licence}`, source, limits].filter(Boolean)
  return [dir, id, hash, 'ready', more.join(', ')].join('  ')
}
