import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface ChaosUser {
  id: string
  email: string
  token: string
  /** What it started with. */
  credits: number
}

/** User who opened an account by the link of another. */
export interface Invited extends ChaosUser {
  inviter: string
}

/** What a run must remember to be resumed after it was killed itself. */
export interface ChaosState {
  /** Holds the program's DATA_DIR and the logs of its processes. */
  folder: string
  port: number
  kills: number
  users: ChaosUser[]
  /** Who delete their accounts in a storm; `gone`: how many of them are known to have done so. */
  leavers: ChaosUser[]
  gone: number
  invited: Invited[]
  /** The program's processes, to end those that an earlier run left. */
  pids: number[]
}

/** A request that the server answered with a job, or with a run of a pack. */
export interface Accepted {
  key: string
  job: string
}

/** A checkout that was answered as paid. */
export interface Purchase {
  user: string
  session: string
  /** Whether it was bought with a promotion code. */
  promoted: boolean
}

export class StateFile {
  readonly state: ChaosState
  readonly #path: string | null
  readonly #acceptedPath: string
  readonly #purchasesPath: string

  /** @param path null: a folder of its own that is thrown away */
  constructor(path: string | null, port: number) {
    this.#path = path === null ? null : resolve(path)
    if (this.#path !== null && existsSync(this.#path)) {
      this.state = JSON.parse(readFileSync(this.#path, 'utf8')) as ChaosState
    } else {
      const folder =
        this.#path === null ? mkdtempSync(join(tmpdir(), 'atelier-chaos-')) : `${this.#path}.data`
      mkdirSync(folder, { recursive: true })
      this.state = {
        folder,
        port,
        kills: 0,
        users: [],
        leavers: [],
        gone: 0,
        invited: [],
        pids: [],
      }
    }
    this.#acceptedPath = join(this.state.folder, 'accepted.jsonl')
    this.#purchasesPath = join(this.state.folder, 'purchases.jsonl')
    this.save()
  }

  get isTemporary(): boolean {
    return this.#path === null
  }

  save(): void {
    if (this.#path === null) return
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.state, null, 2))
    renameSync(`${this.#path}.new`, this.#path)
  }

  accept(accepted: Accepted): void {
    appendFileSync(this.#acceptedPath, `${JSON.stringify(accepted)}\n`)
  }

  accepted(): Accepted[] {
    return readLines<Accepted>(this.#acceptedPath)
  }

  purchase(purchase: Purchase): void {
    appendFileSync(this.#purchasesPath, `${JSON.stringify(purchase)}\n`)
  }

  purchases(): Purchase[] {
    return readLines<Purchase>(this.#purchasesPath)
  }
}

function readLines<T>(path: string): T[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T)
}
