import type { ComponentProps } from 'react'

/** A form that its page checks and sends; the browser does neither. `onSubmit` gets the element, to look for what is wrong in it. */
export function Form({
  onSubmit,
  ...rest
}: Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  onSubmit(form: HTMLFormElement): void | Promise<void>
}) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit(event.currentTarget)
      }}
    />
  )
}
