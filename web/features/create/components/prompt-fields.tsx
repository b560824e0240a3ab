import { Button, Collapse, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { LIMITS } from '#contract/jobs/drawing.ts'
import { type TokenCountAnswer, useTokenCount } from '../api/use-token-count.ts'
import { useAbilities } from '../api/use-generation-servers.ts'
import { loraChips } from '../lib/form.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useGenerationForm } from '../lib/form-store.ts'
import type { FieldProblems } from '../lib/use-order.ts'
import classes from './create.module.css'
import { PromptReading } from './prompt-reading.tsx'

const loadLoraChips = () => import('./lora-chips.tsx').then(({ LoraChips }) => LoraChips)

function TokenCount({ count, id }: { count: TokenCountAnswer | null; id: string }) {
  if (count === null) return null
  return (
    <Text id={id} size="xs" c="dimmed" className={classes.numbers}>
      {count.chunks > 1
        ? `${count.tokens} tokens, read in ${count.chunks} parts of ${count.max_tokens}`
        : `${count.tokens} of ${count.max_tokens} tokens`}
    </Text>
  )
}

/** The prompt, its token count and the LoRA chips. */
export function PromptField({
  problems,
  onSubmit,
}: {
  problems: FieldProblems
  onSubmit: () => void
}) {
  const { form, change } = useGenerationForm()
  const count = useTokenCount(form.prompt, form.model)
  const { loras } = useAbilities(form.model)
  const hasLoras = loraChips(form, loras).length > 0
  return (
    <Stack gap={6}>
      <Textarea
        id="prompt"
        label="Prompt"
        placeholder="A red fox in the snow"
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
            {LIMITS.prompt} characters is the most
          </Text>
        )}
      </Group>
      <PromptReading prompt={form.prompt} ignored={count?.ignored ?? []} />
      {/* Loads with the chips, which say by themselves what is wrong with one. */}
      {(hasLoras || problems['loras'] !== undefined) && (
        <Deferred load={loadLoraChips} props={{ problem: problems['loras'] }} />
      )}
    </Stack>
  )
}

/** What to leave out, folded until asked for. */
export function NegativePromptField({ problems }: { problems: FieldProblems }) {
  const { form, change } = useGenerationForm()
  return (
    <Textarea
      label="Negative prompt"
      description="What the image should not show."
      placeholder="blurry, text"
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
            <Text span size="sm" c="dimmed" ml={8}>
              {changed} changed
            </Text>
          )}
        </Button>
        {changed > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={onReset}>
            Reset
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
