import { Portal, Text, VisuallyHidden } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { type CSSProperties, useEffect, useReducer, useState } from 'react'
import { modelOf, useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { promptField, writePrompt } from '../lib/prompt-field.ts'
import { type Begun, complete, findBegun } from './find-completion.ts'
import classes from './prompt-completion.module.css'
import { useTexts } from './texts.ts'
import { type Suggestion, useSuggestions } from './use-suggestions.ts'

/** Below the field, or above it where there is more room, as on a phone. */
function placeAt(field: HTMLElement): CSSProperties {
  const { left, top, bottom, width } = field.getBoundingClientRect()
  const below = window.innerHeight - bottom
  return below >= top
    ? { left, width, top: bottom + 4, maxHeight: Math.max(88, below - 12) }
    : { left, width, bottom: window.innerHeight - top + 4, maxHeight: Math.max(88, top - 12) }
}

/** What the suggestions are, by which the list is named. */
function kindOf(found: readonly Suggestion[]): Begun['kind'] | 'all' {
  const [first] = found
  return first && found.every(({ kind }) => kind === first.kind) ? first.kind : 'all'
}

/** What is shown of a suggestion. */
function textOf(kind: Begun['kind'], value: string): string {
  return kind === 'lists' ? `__${value}__` : value
}

/**
 * Suggestions while the prompt is typed: a list below the field, which keeps the focus. What is typed for `__` and `<lora:`
 * picks the first one by itself; of past prompts and things none is picked before an arrow key is pressed, so that Enter and Tab stay
 * what they are.
 */
export function PromptCompletion() {
  const t = useTexts()
  const { form } = useGenerationForm()
  const id = useId()
  /** The cursor after the last key that wrote something; null: nothing is suggested. */
  const [cursor, setCursor] = useState<number | null>(null)
  const [moved, setMoved] = useState<{ of: string; to: number } | null>(null)
  const { models } = useAbilities(form.model)
  const knowsThings = modelOf(models, form.model)?.draws === 'known_things'
  const begun = cursor === null ? null : findBegun(form.prompt, cursor, knowsThings)
  const found = useSuggestions(begun, form.model)
  const kind = begun?.kind ?? 'past'
  const of = `${kind} ${begun?.text}`
  const first = kind === 'past' || kind === 'things' ? -1 : 0
  const active = Math.min(moved?.of === of ? moved.to : first, found.length - 1)
  const isOpen = found.length > 0

  const accept = (suggestion: Suggestion) => {
    const at = cursor ?? form.prompt.length
    const { prompt, from, to } = complete(form.prompt, at, suggestion)
    setCursor(null)
    writePrompt(prompt, from, to)
  }

  useFollowedCursor(setCursor)
  useEffect(() => {
    const field = promptField()
    if (field === null || !isOpen) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const chosen = found[active]
      if (step !== undefined && !event.shiftKey) {
        // The cursor of the text goes up where nothing is picked.
        if (active < 0 && step < 0) return
        const next = active + step
        setMoved({ of, to: next >= found.length ? first : next < first ? found.length - 1 : next })
      } else if (event.key === 'Escape') setCursor(null)
      else if (['Enter', 'Tab'].includes(event.key) && !event.shiftKey && chosen) accept(chosen)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    field.addEventListener('keydown', press)
    return () => field.removeEventListener('keydown', press)
  })
  useSpokenList(isOpen ? id : null, active)

  const field = isOpen ? promptField() : null
  return (
    <>
      <VisuallyHidden role="status">
        {isOpen && t('completion.count', { count: found.length })}
      </VisuallyHidden>
      {field !== null && (
        // In the page's own part, where a screen reader that goes by landmarks finds it.
        <Portal target={field.closest('main') ?? document.body}>
          <div
            id={id}
            role="listbox"
            aria-label={t(`matching.${kindOf(found)}`)}
            className={classes.list}
            style={placeAt(field)}
          >
            {found.map((one, place) => (
              // The keys of the list are those of the field, which has the focus.
              <div
                key={`${one.kind} ${one.value}`}
                id={`${id}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === active}
                className={classes.option}
                ref={place === active ? showInList : undefined}
                // The field keeps the focus, and a phone its keyboard.
                onPointerDown={(event) => event.preventDefault()}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => accept(one)}
                onKeyDown={(event) => event.key === 'Enter' && accept(one)}
              >
                <Text size="sm" lineClamp={2} className={classes.text}>
                  {typeof one.picture === 'string' && (
                    <img src={one.picture} alt="" width={28} height={28} />
                  )}
                  {textOf(one.kind, one.value)}
                </Text>
                {one.note !== null && (
                  <Text size="xs" c="dimmed" truncate>
                    {one.note}
                  </Text>
                )}
              </div>
            ))}
          </div>
        </Portal>
      )}
    </>
  )
}

const showInList = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

/** Tells where the cursor is after each change by typing; null once it moves otherwise or the field is left. */
function useFollowedCursor(tell: (cursor: number | null) => void): void {
  const [, place] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const field = promptField()
    if (field === null) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const leave = () => tell(null)
    const type = (event: Event) =>
      tell(event instanceof InputEvent && event.isComposing ? null : field.selectionStart)
    field.addEventListener('input', type, { signal })
    field.addEventListener('compositionend', type, { signal })
    for (const name of ['blur', 'pointerdown', 'compositionstart'])
      field.addEventListener(name, leave, { signal })
    const walk = ({ key }: KeyboardEvent) => {
      if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) leave()
    }
    field.addEventListener('keydown', walk, { signal })
    window.addEventListener('resize', place, { signal })
    window.addEventListener('scroll', place, { signal, capture: true, passive: true })
    return () => stop.abort()
  }, [tell])
}

/**
 * Says at the field that it has a list and which of it is picked. The field stays a text field: one of several lines cannot
 * be a combobox.
 */
function useSpokenList(id: string | null, active: number): void {
  useEffect(() => {
    const field = promptField()
    field?.setAttribute('aria-autocomplete', 'list')
    if (field === null || id === null) return undefined
    field.setAttribute('aria-controls', id)
    if (active >= 0) field.setAttribute('aria-activedescendant', `${id}-${active}`)
    return () => {
      field.removeAttribute('aria-controls')
      field.removeAttribute('aria-activedescendant')
    }
  }, [id, active])
}
