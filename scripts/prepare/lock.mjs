import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** When a process was started, so that a number given out again is not taken for the old process. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return null
  }
}

const identify = (pid) => ({ pid, start: startOf(pid) })

/** Whether the file at `path` is of the user that this process runs as. */
function isOwn(path) {
  return statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.()
}

/** Whether a process named in the lock at `path` lives. */
function isAlive({ pid, start }, path) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another user's process. In a lock of ours it is a stranger that was given the number of one of ours.
    if (error.code !== 'EPERM' || isOwn(path)) return false
  }
  return startOf(pid) === start
}

/** The processes that hold the lock; none if there is no lock, or one that says nothing. */
function holdersOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return []
  }
}

/**
 * Holds a lock file, waiting as long as a process named in it lives. A lock whose processes are all
 * gone is taken over.
 * @param {string} path of the lock file
 * @returns {Promise<{ add(pid: number): void, release(): void }>} `add` names a further process that
 *   others have to wait for, `release` gives the lock back
 */
export async function holdLock(path) {
  const own = `${path}.${process.pid}`
  const holders = [identify(process.pid)]
  const save = () => writeFileSync(own, JSON.stringify(holders))
  const isOurs = () => holdersOf(path).some((holder) => holder.pid === process.pid)

  mkdirSync(dirname(path), { recursive: true })
  let told = false
  for (;;) {
    save()
    try {
      // The file appears with its content, or not at all.
      linkSync(own, path)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const living = holdersOf(path).find((holder) => isAlive(holder, path))
    if (living) {
      if (!told) console.log(`Waiting for process ${living.pid}, which is preparing already ...`)
      told = true
      await sleep(300)
    } else {
      renameSync(own, path)
      // Of several that took over at once the last one has it; give the others time to do so.
      await sleep(300)
      if (isOurs()) break
    }
  }
  rmSync(own, { force: true })

  const release = () => {
    if (isOurs()) rmSync(path, { force: true })
  }
  return {
    add(pid) {
      holders.push(identify(pid))
      save()
      renameSync(own, path)
    },
    release,
  }
}
