import { type RefObject, useEffect, useRef, useState } from 'react'

/** Keys that go through a list, by how far. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  j: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  k: -1,
}

export interface Queue<Item> {
  canDecide: boolean
  picked: readonly Item[]
  /** Those that are picked, or else the one that has the focus. */
  judged: readonly Item[]
  isPicked(id: string): boolean
  /** Whether Tab leads to it. */
  isNext(id: string): boolean
  toggle(id: string): void
  /** Picks none, and goes to the first. */
  begin(): void
}

const ITEMS = '[data-queued]'

/**
 * A list in which one or several are decided about at once, also by keyboard alone.
 * @param given.list each of its items is a `QueueItem`
 * @param given.keys what a key does with those that are judged
 */
export function useQueue<Item extends { id: string }, Action>({
  list,
  items,
  canDecide,
  keys,
  onAct,
}: {
  list: RefObject<HTMLUListElement | null>
  items: readonly Item[]
  canDecide: boolean
  keys: Readonly<Record<string, Action>>
  onAct(action: Action): void
}): Queue<Item> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  const here = items.find(({ id }) => id === current)
  const picked = items.filter(({ id }) => chosen.has(id))

  function toggle(id: string): void {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const shown = [...(list.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])]
    const at = shown.findIndex((item) => item === target)
    if (at < 0) return
    const step = STEPS[key]
    const action = keys[key]
    if (step !== undefined) shown[at + step]?.focus()
    else if (key === 'a')
      setChosen(new Set(picked.length === items.length ? [] : items.map(({ id }) => id)))
    else if (key === ' ' || key === 'x') toggle(shown[at]!.dataset['queued']!)
    else if (action !== undefined) onAct(action)
    else return
    event.preventDefault()
  }

  const latest = useRef(onKeyDown)
  useEffect(() => {
    latest.current = onKeyDown
  })
  useEffect(() => {
    const queue = list.current
    if (!queue || !canDecide) return undefined
    const press = (event: globalThis.KeyboardEvent) => latest.current(event)
    const focus = ({ target }: FocusEvent) => {
      const item = target instanceof Element ? target.closest<HTMLElement>(ITEMS) : null
      if (item) setCurrent(item.dataset['queued']!)
    }
    queue.addEventListener('keydown', press)
    queue.addEventListener('focusin', focus)
    return () => {
      queue.removeEventListener('keydown', press)
      queue.removeEventListener('focusin', focus)
    }
  }, [list, canDecide])

  return {
    canDecide,
    picked,
    judged: picked.length > 0 ? picked : here ? [here] : [],
    isPicked: (id) => chosen.has(id),
    isNext: (id) => id === (here ?? items[0])?.id,
    toggle,
    begin() {
      setChosen(new Set())
      list.current?.querySelector<HTMLElement>(ITEMS)?.focus()
    },
  }
}
