import { useStore } from 'zustand'
import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { EMPTY_FORM, type GenerationForm } from './form.ts'

interface FormState {
  form: GenerationForm
  change(changes: Partial<GenerationForm>): void
}

/** The draft on the create page, kept in the browser so that a reload or a lost connection costs nothing. */
export const formStore = createStore<FormState>()(
  persist(
    (set) => ({
      form: EMPTY_FORM,
      change: (changes) => set(({ form }) => ({ form: { ...form, ...changes } })),
    }),
    {
      name: 'create-draft',
      version: 1,
      skipHydration: true,
      partialize: ({ form }) => ({ form }),
      merge: (kept, state) => ({
        ...state,
        form: { ...EMPTY_FORM, ...(kept as Partial<FormState> | undefined)?.form },
      }),
    },
  ),
)

/** Reads the draft and follows it. */
export const useGenerationForm = (): FormState => useStore(formStore)
