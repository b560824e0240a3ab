import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Queue } from './use-queue.ts'

/** One of a list that `useQueue` leads through, with a box to pick it. */
export function QueueItem<Item>({
  queue,
  id,
  title,
  className,
  children,
}: {
  queue: Queue<Item>
  id: string
  title: string
  className: string | undefined
  children: ReactNode
}) {
  const { canDecide, isPicked, isNext, toggle } = queue
  return (
    <li
      className={className}
      data-queued={id}
      data-chosen={isPicked(id) || undefined}
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the list is gone through by keys, and its keys work here
      tabIndex={canDecide && isNext(id) ? 0 : -1}
    >
      {canDecide && (
        <Checkbox
          aria-label={`Select: ${title}`}
          checked={isPicked(id)}
          onChange={() => toggle(id)}
          tabIndex={-1}
        />
      )}
      {children}
    </li>
  )
}
