import { useStore } from 'zustand'
import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { DEFAULTS } from '#contract/values/jobs/drawing.ts'
import { EMPTY_FORM, type FormControl, type GenerationForm } from './form.ts'

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
      version: 3,
      migrate: (kept, version) => withControls(version < 2 ? withoutOldDefaults(kept) : kept),
      skipHydration: true,
      partialize: ({ form }) => ({ form }),
      merge: (kept, state) => ({
        ...state,
        form: { ...EMPTY_FORM, ...(kept as Partial<FormState> | undefined)?.form },
      }),
    },
  ),
)

/** Drafts of before models had defaults of their own: what was never touched follows the model. */
function withoutOldDefaults(kept: unknown): unknown {
  const form = (kept as Partial<FormState> | undefined)?.form
  if (form === undefined) return kept
  const { steps, guidanceScale, sampler } = form
  return {
    form: {
      ...form,
      steps: steps === DEFAULTS.steps ? null : steps,
      guidanceScale: guidanceScale === DEFAULTS.guidance_scale ? null : guidanceScale,
      sampler: sampler === DEFAULTS.sampler ? null : sampler,
    },
  }
}

/** Drafts of when one image could lead a drawing. */
function withControls(kept: unknown): unknown {
  const form = (kept as { form?: { control?: FormControl | null } } | undefined)?.form
  if (form === undefined) return kept
  const { control, ...others } = form
  return { form: { ...others, controls: control ? [control] : [] } }
}

/** Reads the draft and follows it. */
export const useGenerationForm = (): FormState => useStore(formStore)
