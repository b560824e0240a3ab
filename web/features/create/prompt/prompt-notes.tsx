import type { GenerationModel } from '#contract/generation-servers.ts'
import { ILLUSTRATED_PERSON } from '#contract/quote-warnings.ts'
import type { Price } from '#web/features/generate/api/use-quote.ts'
import type { TokenCountAnswer } from '../api/use-token-count.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { PersonAdvice } from './person-advice.tsx'
import { PromptReading } from './prompt-reading.tsx'
import { PromptUnderstanding } from './prompt-understanding.tsx'

/** What is said of a prompt once there is one. */
export function PromptNotes({
  prompt,
  count,
  quote,
  isRefused,
  drawsKnown,
  models,
}: {
  prompt: string
  count: TokenCountAnswer | null
  quote: Price['quote']
  /** Whether the prompt is what the request is refused for, as far as one can know. */
  isRefused: boolean
  /** Whether the model draws only the things it knows. */
  drawsKnown: boolean
  models: readonly GenerationModel[]
}) {
  const { change } = useGenerationForm()
  const person = quote?.warnings.find(({ code }) => code === ILLUSTRATED_PERSON)
  return (
    <>
      <PromptReading
        prompt={prompt}
        ignored={drawsKnown ? [] : (count?.ignored ?? [])}
        isSwitch={drawsKnown}
      />
      {drawsKnown && (
        <PromptUnderstanding
          quote={quote}
          suggestions={isRefused ? (count?.suggestions ?? []) : []}
          others={models.filter(({ draws }) => draws === 'anything')}
          onPrompt={(made) => change({ prompt: made })}
          onModel={(model) => change({ model })}
        />
      )}
      {person && <PersonAdvice message={person.message} />}
    </>
  )
}
