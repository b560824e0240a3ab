import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useRef } from 'react'
import type { ReviewAction, useDecidePublications } from '../api/use-publications.ts'
import classes from './admin.module.css'
import { QueueItem } from './queue-item.tsx'
import reportClasses from './reports.module.css'
import { useQueue } from './use-queue.ts'

const KEYS = { p: 'publish', h: 'hide' } as const

const DONE = { publish: 'published', hide: 'hidden' } as const

/** Images or models that wait for the staff or were hidden, decided about one by one or several at once, also by keyboard alone. */
export function WaitingQueue<Item extends { id: string }>({
  kind,
  items,
  state,
  decide,
  nameOf,
  children,
}: {
  kind: 'image' | 'model'
  items: readonly Item[]
  state: 'scanning' | 'hidden'
  decide: ReturnType<typeof useDecidePublications>
  nameOf(item: Item): string
  /** What is shown of one. */
  children(item: Item): ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const queue = useQueue({
    list,
    items,
    canDecide: true,
    keys: KEYS,
    onAct: (action) => actOnJudged(action),
  })
  const count = (number: number) => (number === 1 ? `1 ${kind} is` : `${number} ${kind}s are`)

  async function act(action: ReviewAction, ids: readonly string[]): Promise<void> {
    const { answers, skipped } = await decide.mutateAsync({ ids, action })
    const said = [
      `${count(answers.length)} ${DONE[action]}.`,
      skipped > 0 && `Decided by somebody else before: ${skipped}.`,
    ]
    notifications.show({ message: said.filter(Boolean).join(' ') })
  }

  function actOnJudged(action: ReviewAction): void {
    const ids = queue.judged.map(({ id }) => id)
    // A hidden publication can only be published.
    if (ids.length === 0 || decide.isPending || (action === 'hide' && state === 'hidden')) return
    act(action, ids).then(queue.begin, () => undefined)
  }

  const buttons = (onAct: (action: ReviewAction) => void, about?: string) => (
    <>
      {state === 'scanning' && (
        <Button
          variant="default"
          loading={decide.isPending}
          {...(about !== undefined && { 'aria-label': `Hide ${about}` })}
          onClick={() => onAct('hide')}
        >
          Hide
        </Button>
      )}
      <Button
        loading={decide.isPending}
        {...(about !== undefined && { 'aria-label': `Publish ${about}` })}
        onClick={() => onAct('publish')}
      >
        Publish
      </Button>
    </>
  )

  return (
    <>
      <ul
        ref={list}
        className={classes.reviews}
        aria-label={kind === 'image' ? 'Images' : 'Models'}
      >
        {items.map((item) => (
          <QueueItem
            key={item.id}
            queue={queue}
            id={item.id}
            title={nameOf(item)}
            className={classes.review}
          >
            {children(item)}
            <Group grow>
              {buttons(
                (action) => void act(action, [item.id]).catch(() => undefined),
                nameOf(item),
              )}
            </Group>
          </QueueItem>
        ))}
      </ul>
      {queue.picked.length > 0 && (
        <section className={reportClasses.bar} aria-label="Decision">
          <Group>
            <Text>{count(queue.picked.length)} selected.</Text>
            {buttons(actOnJudged)}
          </Group>
        </section>
      )}
    </>
  )
}
