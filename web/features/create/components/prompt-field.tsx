import { Group, Stack, Text, Textarea } from '@mantine/core'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { parseLoraTags } from '#contract/lora-tags.ts'
import { type TokenCountAnswer, useTokenCount } from '../api/use-token-count.ts'
import { modelOf, useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { problemsOfForm } from '#web/features/generate/lib/many-images.ts'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import classes from './create.module.css'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { useCapabilities } from '#web/lib/use-capabilities.ts'
import type { Price } from '#web/features/generate/api/use-quote.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'
import { useTexts } from '../texts.ts'

const loadProposals = () =>
  import('../words/prompt-proposals.tsx').then(({ PromptProposals }) => PromptProposals)
const loadBar = () => import('./prompt-bar.tsx').then(({ PromptBar }) => PromptBar)
const loadNotes = () => import('../prompt/prompt-notes.tsx').then(({ PromptNotes }) => PromptNotes)
const loadPicker = () => import('../things/thing-picker.tsx').then(({ ThingPicker }) => ThingPicker)
const loadLoraChips = () => import('../loras/lora-chips.tsx').then(({ LoraChips }) => LoraChips)

function TokenCount({ count }: { count: TokenCountAnswer | null }) {
  const t = useTexts()
  if (count === null) return null
  return (
    <Text size="xs" c="dimmed" className={classes.numbers}>
      {count.chunks > 1
        ? t('promptField.parts', {
            tokens: count.tokens,
            parts: count.chunks,
            most: count.max_tokens,
          })
        : t('promptField.tokens', { tokens: count.tokens, most: count.max_tokens })}
    </Text>
  )
}

/** The prompt, in advanced mode its token count, and the LoRA chips. */
export function PromptField({
  problems,
  price: { quote, refusal },
}: {
  problems: FieldProblems
  price: Pick<Price, 'quote' | 'refusal'>
}) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const tool = useTool()
  const { models, words } = useAbilities(form.model)
  const { me } = useSession()
  const chosen = modelOf(models, form.model)
  const { draws } = useCapabilities()
  // Until the models are there, by what the site says it can do: what comes later would push the settings down.
  const drawsKnown = chosen ? chosen.draws === 'known_things' : draws === 'collection'
  const count = useTokenCount(form, chosen?.reads_prompts === true)
  const isRefused = tool === 'text' || 'prompt' in problemsOfForm(fieldErrorsOf(refusal))
  const hasLoras = form.loras.length > 0 || parseLoraTags(form.prompt).length > 0
  return (
    <Stack gap={6}>
      <Textarea
        id="prompt"
        label={t('promptField.label')}
        placeholder={t('promptField.example')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={LIMITS.prompt}
        value={form.prompt}
        error={problems['prompt']}
        onChange={(event) => change({ prompt: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
        classNames={{ label: classes.promptLabel, input: classes.promptInput }}
      />
      {drawsKnown && tool === 'text' && (
        <Deferred load={loadPicker} props={{}} fallback={<Group h={36} />} />
      )}
      <Group justify="space-between" gap="xs" className={classes.promptFoot}>
        {form.mode === 'advanced' && <TokenCount count={count} />}
        {form.prompt.length >= LIMITS.prompt && (
          <Text size="xs" role="status">
            {t('promptField.full', { most: LIMITS.prompt })}
          </Text>
        )}
      </Group>
      {me !== null && <Deferred load={loadBar} props={{}} fallback={<Group h={44} />} />}
      {me !== null && words.length > 0 && (
        <Deferred load={loadProposals} props={{ offers: words }} />
      )}
      {form.prompt.trim() !== '' && (
        <Deferred
          load={loadNotes}
          props={{ prompt: form.prompt, count, quote, isRefused, drawsKnown, models }}
        />
      )}
      {/* Loads with the chips, which say by themselves what is wrong with one. */}
      {(hasLoras || problems['loras'] !== undefined) && (
        <Deferred load={loadLoraChips} props={{ problem: problems['loras'] }} />
      )}
    </Stack>
  )
}
