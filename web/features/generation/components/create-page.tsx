import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { formOfLink } from '../lib/form.ts'
import { formStore } from '../lib/form-store.ts'
import classes from './create.module.css'
import { GenerationPanel } from './generation-panel.tsx'
import { Stage } from './stage.tsx'

/** Fills the form from the draft, then from the link that led here; the link's parameters then leave the address. */
function useInitialForm(): void {
  const [search, setSearch] = useSearchParams()
  useEffect(() => {
    void formStore.persist.rehydrate()
    const { form, change } = formStore.getState()
    const linked = formOfLink(search, form)
    if (linked === null) return
    change(linked)
    const rest = new URLSearchParams(search)
    for (const name of ['prompt', 'model', 'selected_mode', 'lora_models', 'lora_weights']) {
      rest.delete(name)
    }
    setSearch(rest, { replace: true, preventScrollReset: true })
    // Only the address the page was opened with counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

/**
 * /text-to-image. Panel and stage read from stores, so that progress never draws the panel again.
 * @param resendMail asks for the verification mail again, for people who have not verified
 */
export function CreatePage({ resendMail }: { resendMail: React.ReactNode }) {
  useInitialForm()
  return (
    <div className={classes.frame}>
      <GenerationPanel resendMail={resendMail} />
      <Stage />
    </div>
  )
}
