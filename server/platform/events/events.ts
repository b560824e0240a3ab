import type { UnsaidEventData } from '#contract/events.ts'
import type { Tx } from '#server/platform/db/index.ts'

/** What is written with a change; some events are short in the table and whole when they go out. */
export interface PublishedData extends Omit<UnsaidEventData, 'credits'> {
  credits: Pick<UnsaidEventData['credits'], 'balance' | 'held'>
}

/** For each event whose row is shortened: reads its whole object for one user, as its GET answers it. */
export type ReadWhole = Partial<
  Record<keyof UnsaidEventData, (userId: string) => Promise<UnsaidEventData[keyof UnsaidEventData]>>
>

/** One event as it goes out to a browser; `seq` grows by one a user. */
export interface StoredEvent {
  seq: number
  event: string
  /** JSON text of the object. */
  data: string
}

export interface Subscription {
  /** Ends the stream of events; idempotent. */
  close(): void
}

export interface SubscriptionHandlers {
  /** Called in the order of `seq`, without gaps. */
  onEvent(event: StoredEvent): void
  /**
   * Instead of events that are no longer kept: the subscriber must read everything again. Events after
   * `seq` follow.
   */
  onReset(seq: number): void
}

/** Events to a user's browsers, over all nodes. */
export interface Events {
  /**
   * Adds an event to the caller's transaction, one of `transact`: it is written with the commit and goes out then,
   * or not at all. `data` is read at the commit.
   */
  publish<E extends keyof PublishedData>(
    tx: Tx,
    userId: string,
    event: E,
    data: PublishedData[E],
  ): void
  /**
   * @param lastSeq the last event that the subscriber saw (`Last-Event-ID`); null: from now on
   */
  subscribe(
    userId: string,
    lastSeq: number | null,
    handlers: SubscriptionHandlers,
  ): Promise<Subscription>
  /** Deletes what is too old to resume from. Run by cron. */
  trim(): Promise<void>
  /** Begins to listen; resolves once notifications arrive. */
  start(): Promise<void>
  stop(): Promise<void>
}
