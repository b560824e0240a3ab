import { create } from 'zustand'

export type Dialog = 'login' | 'upgrade' | 'credits'

interface Dialogs {
  open: Dialog | null
  show(dialog: Dialog): void
  close(): void
}

/** The dialogs that any page may open; the app renders them once. */
export const useDialogs = create<Dialogs>()((set) => ({
  open: null,
  show: (open) => set({ open }),
  close: () => set({ open: null }),
}))
