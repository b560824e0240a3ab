import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { formOfLink } from '../lib/form.ts'
import { formStore } from '../lib/form-store.ts'
import { sourceStore } from '../lib/source-store.ts'
import { type Tool, ToolContext } from '../lib/tool.ts'
import classes from './create.module.css'
import { GenerationPanel } from './generation-panel.tsx'
import { Stage } from './stage.tsx'

const LINKED = ['prompt', 'model', 'selected_mode', 'lora_models', 'lora_weights', 'image']

/** Fills the form from the draft, then from the link that led here; the link's parameters then leave the address. */
function useInitialForm(): void {
  const [search, setSearch] = useSearchParams()
  useEffect(() => {
    void formStore.persist.rehydrate()
    void sourceStore.persist.rehydrate()
    const { form, change } = formStore.getState()
    const linked = formOfLink(search, form)
    if (linked !== null) change(linked)
    const image = search.get('image')
    if (image !== null) sourceStore.getState().choose(image)
    const rest = new URLSearchParams(search)
    for (const name of LINKED) rest.delete(name)
    if (rest.size === search.size) return
    setSearch(rest, { replace: true, preventScrollReset: true })
    // Only the address the page was opened with counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

/**
 * /text-to-image and /image-to-image. Panel and stage read from stores, so that progress never draws the panel again.
 * @param resendMail asks for the verification mail again, for people who have not verified
 */
export function CreatePage({ tool, resendMail }: { tool: Tool; resendMail: React.ReactNode }) {
  useInitialForm()
  return (
    <ToolContext value={tool}>
      <div className={classes.frame} data-tool={tool}>
        <GenerationPanel resendMail={resendMail} />
        <Stage />
      </div>
    </ToolContext>
  )
}
