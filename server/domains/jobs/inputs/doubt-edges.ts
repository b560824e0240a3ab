import type { Media } from '#server/domains/media/index.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { ForeseeContext } from '../kind.ts'
import { createPatientLook } from './look-patiently.ts'

/** Looks at each picture once. */
export function createEdgeDoubts({
  engines,
  media,
}: {
  engines: EngineRegistry
  media: Media
}): ForeseeContext['doubtsEdges'] {
  const lookOnce = createPatientLook<boolean>()

  /** Null: nobody could look at it. */
  async function look(engine: string, storageKey: string): Promise<boolean | null> {
    const tool = engines.list().find(({ name }) => name === engine)?.tool
    const file = tool?.doubtsEdges && (await media.readPicture(storageKey))
    return file ? tool.doubtsEdges!(file) : null
  }

  return async (engine, { storageKey }) =>
    (await lookOnce(`${engine} ${storageKey}`, () => look(engine, storageKey))) === true
}
