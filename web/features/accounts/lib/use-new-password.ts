import { useFields } from './use-fields.ts'
import { useValidation } from './use-validation.ts'

/** The fields of a new password, which is written twice. */
export function useNewPassword() {
  const { confirmation, newPassword } = useValidation()
  return useFields(
    { new_password1: '', new_password2: '' },
    {
      new_password1: (value) => newPassword(value),
      new_password2: (value, { new_password1 }) => confirmation(value, new_password1),
    },
  )
}
