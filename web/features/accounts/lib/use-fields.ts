import { type SubmitEvent, useRef, useState } from 'react'

type Values<Name extends string> = Record<Name, string>
type Problem = string | null
type Checks<Name extends string> = {
  [Field in Name]?: (value: string, values: Values<Name>) => Problem | Promise<Problem>
}

/**
 * The fields of a small form, which keep their values themselves. `@mantine/form` does more (lists, nested values, watching) and
 * weighs 6 kB on the pages that many people see first (decision 0070).
 * @param initial names and first values of all fields
 * @param checks what is wrong with a value, or null; asked when the form is sent
 */
export function useFields<Name extends string>(initial: Values<Name>, checks: Checks<Name>) {
  const [first] = useState(initial)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const [isChecking, setChecking] = useState(false)
  const sent = useRef<HTMLFormElement>(null)
  const names = Object.keys(first) as Name[]

  async function findProblems(values: Values<Name>): Promise<[Name, string][]> {
    const found = await Promise.all(
      names.map(
        async (name) => [name, (await checks[name]?.(values[name], values)) ?? null] as const,
      ),
    )
    return found.flatMap(([name, problem]) => (problem === null ? [] : [[name, problem]]))
  }

  async function checkAndSend(
    form: HTMLFormElement,
    send: (values: Values<Name>) => void,
  ): Promise<void> {
    const data = new FormData(form)
    const values = Object.fromEntries(
      names.map((name) => [name, (data.get(name) as string | null) ?? '']),
    ) as Values<Name>
    setChecking(true)
    const problems = await findProblems(values)
    setChecking(false)
    setErrors(Object.fromEntries(problems))
    const wrong = problems[0] && form.elements.namedItem(problems[0][0])
    if (wrong instanceof HTMLElement) wrong.focus()
    if (problems.length === 0) send(values)
  }

  return {
    names,
    /** The checks are not done yet: one of them loads what it needs. */
    isChecking,
    /** Says what is wrong by field, as the server answers it. */
    setErrors,
    /** What a field gets: `<TextInput {...fields.of('email')} />`. */
    of: (name: Name) => ({
      name,
      defaultValue: first[name],
      error: errors[name] ?? null,
      // What is wrong is no longer said once somebody mends it.
      onInput: () => {
        if (errors[name] !== undefined) setErrors((before) => ({ ...before, [name]: undefined }))
      },
    }),
    /** Back to the first values. */
    reset(): void {
      sent.current?.reset()
      setErrors({})
    },
    /** For the form's `onSubmit`: goes to the first field that is wrong, or hands the values on. */
    onSubmit:
      (send: (values: Values<Name>) => void) =>
      (event: SubmitEvent<HTMLFormElement>): void => {
        event.preventDefault()
        sent.current = event.currentTarget
        void checkAndSend(event.currentTarget, send)
      },
  }
}
