import { useRef, useState } from 'react'
import { handleError } from '#web/lib/errors.ts'
import { useTexts } from './texts.ts'
import type { BoardPick } from './use-brush.ts'
import type { PointAt } from './use-pointing.ts'

/**
 * Pressing on objects in place of painting.
 * @param point null: nothing selects here
 * @param erase whether a press takes away
 */
export function usePointer(point: PointAt | null, erase: boolean) {
  const t = useTexts()
  const [isOn, setOn] = useState(false)
  const [busy, setBusy] = useState<'maskEditor.selecting' | 'maskEditor.stillSelecting' | null>(
    null,
  )
  const isRunning = useRef(false)

  async function take(at: Parameters<PointAt>[0]): Promise<string | null> {
    if (point === null) return null
    // One object after the other: what is selected next may depend on what was.
    if (isRunning.current) {
      setBusy('maskEditor.stillSelecting')
      return null
    }
    isRunning.current = true
    setBusy('maskEditor.selecting')
    try {
      await point(at, erase)
      return t(erase ? 'maskEditor.erased' : 'maskEditor.selected')
    } catch (error) {
      handleError(error)
      return null
    } finally {
      isRunning.current = false
      setBusy(null)
    }
  }

  const pick: BoardPick | undefined = point === null ? undefined : { active: isOn, key: 'o', take }
  return {
    pick,
    isOn,
    /** Whether a press goes on, of which something is still to come. */
    isBusy: busy !== null,
    /** For a live region, while a press goes on; null: none does. */
    message: busy && t(busy),
    toggle: () => setOn(!isOn),
  }
}
