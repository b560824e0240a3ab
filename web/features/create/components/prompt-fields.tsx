import { Button, Collapse, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { LIMITS } from '#contract/jobs/drawing.ts'
import { type TokenCountAnswer, useTokenCount } from '../api/use-token-count.ts'
import { modelOf, useAbilities } from '../api/use-generation-servers.ts'
import { loraChips } from '../lib/form.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useGenerationForm } from '../lib/form-store.ts'
import type { FieldProblems } from '../lib/use-order.ts'
import classes from './create.module.css'
import { PromptReading } from './prompt-reading.tsx'
import { PromptUnderstanding } from './prompt-understanding.tsx'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import type { Price } from '../api/use-quote.ts'
import { useTool } from '../lib/tool.ts'
import { useTexts } from '../texts.ts'

const loadProposals = () =>
  import('../words/prompt-proposals.tsx').then(({ PromptProposals }) => PromptProposals)
const loadBar = () => import('./prompt-bar.tsx').then(({ PromptBar }) => PromptBar)
const loadLoraChips = () => import('./lora-chips.tsx').then(({ LoraChips }) => LoraChips)

function TokenCount({ count, id }: { count: TokenCountAnswer | null; id: string }) {
  const t = useTexts()
  if (count === null) return null
  return (
    <Text id={id} size="xs" c="dimmed" className={classes.numbers}>
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

/** The prompt, its token count and the LoRA chips. */
export function PromptField({
  problems,
  price: { quote, refusal },
  onSubmit,
}: {
  problems: FieldProblems
  price: Pick<Price, 'quote' | 'refusal'>
  onSubmit: () => void
}) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const tool = useTool()
  const { loras, models, words } = useAbilities(form.model)
  const { me } = useSession()
  const chosen = modelOf(models, form.model)
  const drawsKnown = chosen?.draws === 'known_things'
  const count = useTokenCount(form, chosen?.reads_prompts === true)
  const isRefused = tool === 'text' || 'prompt' in fieldErrorsOf(refusal)
  const hasLoras = loraChips(form, loras, t).length > 0
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
          onSubmit()
        }}
        classNames={{ label: classes.promptLabel, input: classes.promptInput }}
      />
      <Group justify="space-between" gap="xs" className={classes.promptFoot}>
        <TokenCount id="prompt-tokens" count={count} />
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
      <PromptReading
        prompt={form.prompt}
        ignored={drawsKnown ? [] : (count?.ignored ?? [])}
        isSwitch={drawsKnown}
      />
      {drawsKnown && form.prompt.trim() !== '' && (
        <PromptUnderstanding
          quote={quote}
          suggestions={isRefused ? (count?.suggestions ?? []) : []}
          others={models.filter(({ draws }) => draws === 'anything')}
          onPrompt={(prompt) => change({ prompt })}
          onModel={(model) => change({ model })}
        />
      )}
      {/* Loads with the chips, which say by themselves what is wrong with one. */}
      {(hasLoras || problems['loras'] !== undefined) && (
        <Deferred load={loadLoraChips} props={{ problem: problems['loras'] }} />
      )}
    </Stack>
  )
}

/** What to leave out, folded until asked for. */
export function NegativePromptField({ problems }: { problems: FieldProblems }) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const { models } = useAbilities(form.model)
  const drawsKnown = modelOf(models, form.model)?.draws === 'known_things'
  return (
    <Textarea
      label={t('negativePrompt.label')}
      description={t(drawsKnown ? 'negativePrompt.hardly' : 'negativePrompt.hint')}
      placeholder={t('negativePrompt.example')}
      autosize
      minRows={1}
      maxRows={5}
      maxLength={LIMITS.prompt}
      value={form.negativePrompt}
      error={problems['negative_prompt']}
      onChange={(event) => change({ negativePrompt: event.currentTarget.value })}
    />
  )
}

/** A part of the panel that opens and closes; its button says how many settings differ from the default. */
export function Fold({
  label,
  changed,
  opened,
  onToggle,
  onReset,
  children,
}: {
  label: string
  changed: number
  opened: boolean
  onToggle: () => void
  onReset: () => void
  children: React.ReactNode
}) {
  const t = useTexts()
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          px={4}
          aria-expanded={opened}
          onClick={onToggle}
          rightSection={
            <IconChevronDown
              size={16}
              className={classes.chevron}
              data-opened={opened || undefined}
            />
          }
        >
          {label}
          {changed > 0 && (
            <Text span size="sm" c="dimmed" ms={8}>
              {t('fold.changed', { count: changed })}
            </Text>
          )}
        </Button>
        {changed > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={onReset}>
            {t('fold.reset')}
          </Button>
        )}
      </Group>
      <Collapse expanded={opened}>
        <Stack gap="md" pt="sm">
          {children}
        </Stack>
      </Collapse>
    </div>
  )
}
