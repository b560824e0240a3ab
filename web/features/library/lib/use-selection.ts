import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

export interface Selection {
  isOn: boolean
  ids: ReadonlySet<string>
  start(id?: string): void
  stop(): void
  /** @param through also everything between the last one and this one */
  toggle(id: string, through: boolean): void
  /** All of these, instead of what was selected. */
  set(ids: readonly string[]): void
}

/**
 * Which images of a list are selected.
 * @param order ids of the list, for what lies between two
 * @param most how many there can be
 */
export function useSelection(order: readonly string[], most: number): Selection {
  const [isOn, setOn] = useState(false)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const known = useRef(order)
  useEffect(() => {
    known.current = order
  })

  const start = useCallback((id?: string) => {
    last.current = id ?? null
    setIds(new Set(id === undefined ? [] : [id]))
    setOn(true)
  }, [])
  const stop = useCallback(() => {
    setOn(false)
    setIds(new Set())
  }, [])
  const toggle = useCallback(
    (id: string, through: boolean) => {
      const from = through && last.current !== null ? known.current.indexOf(last.current) : -1
      const to = known.current.indexOf(id)
      last.current = id
      setIds((before) => {
        const after = new Set(before)
        if (from >= 0 && to >= 0) {
          const between = known.current.slice(Math.min(from, to), Math.max(from, to) + 1)
          for (const one of between) after.add(one)
        } else if (!after.delete(id)) after.add(id)
        return new Set([...after].slice(0, most))
      })
    },
    [most],
  )
  const set = useCallback((all: readonly string[]) => setIds(new Set(all.slice(0, most))), [most])
  return useMemo(
    () => ({ isOn, ids, start, stop, toggle, set }),
    [isOn, ids, start, stop, toggle, set],
  )
}
