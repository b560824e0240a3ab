import type { StudiosDeps } from '../deps.ts'
import { studioFolder } from '../studio-files.ts'
import { isAtWork, type TrainingRow } from '../store.ts'

/** The states of a studio's trainings, and nothing else. */
const stateFolder = (training: TrainingRow): string => `${studioFolder(training)}state/`

export interface StateKeeper {
  /** What an earlier attempt at this very training kept; undefined: nothing. */
  read(): Promise<Uint8Array | undefined>
  /** Stores a state in the place of the one before. One that comes while another is being stored is left out: the next is newer. */
  keep(state: Uint8Array): Promise<void>
  /** Stores nothing from now on, and removes what is stored of a training that is over; of one that another attempt goes on with nothing. */
  dropIfOver(): Promise<void>
}

/**
 * Keeps in the storage how far an attempt at a training is, for a worker on another machine.
 * @param write names the stored file in the row of the training. @returns undefined where the attempt is over
 */
export function createStateKeeper(
  { db, storage, log }: StudiosDeps,
  training: TrainingRow,
  write: (key: string) => Promise<TrainingRow | undefined>,
): StateKeeper {
  const { id, starts, attempt, state_key: before } = training
  // A name for each attempt: a worker that comes late does not write over what the next one keeps.
  const key = `${stateFolder(training)}${starts}-${attempt}.safetensors`
  /** The state that is being stored. */
  let storing: Promise<void> | undefined
  let isClosed = false
  let wasNamed = false

  return {
    async read() {
      if (before === null) return undefined
      try {
        return (await storage.read(before)) ?? undefined
      } catch (error) {
        // What this machine has of it, or nothing, is where it goes on then.
        log.warn({ err: error, training: id }, 'the state of a training could not be read')
        return undefined
      }
    },
    async keep(state) {
      if (storing || isClosed) return
      storing = store(state)
      await storing
      storing = undefined
    },
    async dropIfOver() {
      isClosed = true
      // What is stored after the removal would stay.
      await storing
      try {
        await drop()
      } catch (error) {
        // The sweep of stray files takes what nothing needs.
        log.warn({ err: error, training: id }, 'the state of a training could not be removed')
      }
    },
  }

  async function store(state: Uint8Array): Promise<void> {
    try {
      await storage.put(key, state)
      const isNamed = (await write(key)) !== undefined
      if (isNamed && !wasNamed && before !== null) await storage.delete(before)
      // What the row names already stays: the next attempt may want it.
      if (!isNamed && !wasNamed) await storage.delete(key)
      wasNamed ||= isNamed
    } catch (error) {
      log.warn({ err: error, training: id }, 'the state of a training could not be stored')
    }
  }

  async function drop(): Promise<void> {
    const row = await db.kysely
      .selectFrom('lora_trainings')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (row && isAtWork(row)) return
    await storage.deletePrefix(stateFolder(training))
    await db.kysely
      .updateTable('lora_trainings')
      .set({ state_key: null })
      .where('id', '=', id)
      .where('starts', '=', starts)
      .execute()
  }
}
