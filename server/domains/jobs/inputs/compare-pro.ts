import type { Media } from '#server/domains/media/index.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { ForeseeContext } from '../kind.ts'
import { createPatientLook } from './look-patiently.ts'

/** Compares pro with the fast way once for each picture and scale. */
export function createProComparison({
  engines,
  media,
}: {
  engines: EngineRegistry
  media: Media
}): ForeseeContext['looksSameByPro'] {
  const lookOnce = createPatientLook<boolean>()

  return async (engine, { storageKey }, scale) => {
    const tool = engines.list().find(({ name }) => name === engine)?.tool
    if (!tool?.looksSameByPro) return false
    const same = await lookOnce(`${engine} ${storageKey} ${scale}`, async () => {
      const file = await media.readPicture(storageKey)
      return file ? tool.looksSameByPro!(file, scale) : null
    })
    return same === true
  }
}
