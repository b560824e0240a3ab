import { useCallback } from 'react'
import { create } from 'zustand'
import { useWhere } from './use-where.ts'

export type Dialog = 'login' | 'upgrade' | 'credits' | 'privacy'

const useOpened = create<{ dialog: Dialog | null; where: string }>()(() => ({
  dialog: null,
  where: '',
}))

/** Opens and closes the dialogs that any page may open; the app shell renders them once. */
export function useDialogs(): {
  open: Dialog | null
  show(dialog: Dialog): void
  close(): void
} {
  const here = useWhere()
  const { dialog, where } = useOpened()
  return {
    open: where === here ? dialog : null,
    show: useCallback((next) => useOpened.setState({ dialog: next, where: here }), [here]),
    close: useCallback(() => useOpened.setState({ dialog: null }), []),
  }
}
