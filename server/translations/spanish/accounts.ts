/** Accounts, logging in, passwords and emails. */
export const ACCOUNTS = {
  'New accounts cannot be opened here at the moment.':
    'Ahora mismo no se pueden abrir cuentas nuevas aquí.',
  'You need an invitation to open an account here.':
    'Para abrir una cuenta aquí necesitas una invitación.',
  'This invitation was used already, has expired or was withdrawn. Ask for a new one.':
    'Esta invitación ya se usó, venció o fue retirada. Pide una nueva.',
  'This invitation is for another email address.':
    'Esta invitación es para otro correo electrónico.',
  'Show your second factor to log in.': 'Muestra tu segundo factor para iniciar sesión.',
  'This login has expired. Please log in again.':
    'Este inicio de sesión venció. Vuelve a iniciar sesión.',
  'Send one of these: a code, an assertion or a recovery code.':
    'Envía solo uno: un código, una aserción o un código de recuperación.',
  'This passkey was not accepted. Please try again.':
    'No se aceptó esta llave de acceso. Inténtalo de nuevo.',
  'This passkey could not be added. Please try again.':
    'No se pudo agregar esta llave de acceso. Inténtalo de nuevo.',
  'This passkey is in use already.': 'Esta llave de acceso ya está en uso.',
  'Adding this passkey took too long. Please start again.':
    'Se tardó demasiado en agregar esta llave de acceso. Vuelve a empezar.',
  'Passkeys work only where the site’s address is a name.':
    'Las llaves de acceso solo funcionan donde la dirección del sitio es un nombre.',
  'An account has at most {count} passkeys.':
    'Una cuenta tiene como máximo {count} llaves de acceso.',
  'Two-factor login is off.': 'La verificación en dos pasos está desactivada.',
  'This code is wrong or was used already. Enter the current one.':
    'Este código no es correcto o ya se usó. Ingresa el actual.',
  'An authenticator app is set up already.': 'Ya hay una aplicación de autenticación configurada.',
  'No authenticator app is set up.': 'No hay ninguna aplicación de autenticación configurada.',
  'Your account is ready.': 'Tu cuenta está lista.',
  'This invitation can no longer be used.': 'Esta invitación ya no se puede usar.',
  'I agree that faces in the photos I use are measured, that is, turned into numbers by which faces can be compared. This is done only to swap faces, to check that the photos of a studio show the same person, to tell how much a result looks like them, and, when I ask for it, to find a better photo of the same person among my own. The numbers are kept in memory, no longer than the photo they come from. I can withdraw my consent in my account at any time; the numbers are then deleted.':
    'Acepto que se midan los rostros de las fotos que uso, es decir, que se conviertan en números con los que se pueden comparar rostros. Esto se hace solo para intercambiar rostros, para comprobar que las fotos de un estudio muestran a la misma persona, para decir cuánto se le parece un resultado y, cuando lo pido, para buscar entre mis fotos una mejor de la misma persona. Los números se guardan en la memoria, no más tiempo que la foto de la que provienen. Puedo retirar mi consentimiento en mi cuenta en cualquier momento; entonces los números se borran.',
  'Unable to log in with provided credentials.':
    'No se pudo iniciar sesión con el correo y la contraseña que ingresaste.',
  'Too many people are logging in right now. Please try again.':
    'Hay demasiadas personas iniciando sesión en este momento. Inténtalo de nuevo.',
  'This account has been disabled.': 'Esta cuenta está desactivada.',
  'This account is being deleted.': 'Esta cuenta se está eliminando.',
  'Solve a challenge of /api/dj-rest-auth/challenge/ first.':
    'Resuelve antes un desafío de /api/dj-rest-auth/challenge/.',
  'The check against automated requests failed. Please try again.':
    'La comprobación contra solicitudes automáticas falló. Inténtalo de nuevo.',
  'Disposable addresses are not accepted. Please use one you keep.':
    'No se aceptan correos desechables. Usa uno que conserves.',
  'Your account is limited: you cannot order, publish or buy anything at the moment.':
    'Tu cuenta está limitada: por ahora no puedes pedir, publicar ni comprar nada.',
  'Staff and administrators cannot be limited.':
    'No se puede limitar al personal ni a los administradores.',
  'Set one of the limits at least.': 'Fija al menos uno de los límites.',
  'Somebody changed these limits meanwhile. Look at them again.':
    'Mientras tanto, alguien cambió estos límites. Míralos de nuevo.',
  'This person has no limits of their own.': 'Esta persona no tiene límites propios.',
  'This account is banned already.': 'Esta cuenta ya está bloqueada.',
  'This account is limited already.': 'Esta cuenta ya está limitada.',
  'This account is not limited.': 'Esta cuenta no está limitada.',
  'This is your email address already.': 'Ese ya es tu correo electrónico.',
  "You've requested too many emails. Please try again in an hour.":
    'Pediste demasiados correos. Inténtalo de nuevo en una hora.',
  'Please verify your email address first.': 'Primero verifica tu correo electrónico.',
  'Your old password was entered incorrectly. Please enter it again.':
    'Tu contraseña anterior no es correcta. Ingrésala de nuevo.',
  'Your password was entered incorrectly. Please enter it again.':
    'Tu contraseña no es correcta. Ingrésala de nuevo.',
  'Log out, log in again and repeat this within ten minutes.':
    'Cierra la sesión, vuelve a iniciarla y repite esto dentro de diez minutos.',
  'The login provider did not give us your email address.':
    'El proveedor de inicio de sesión no nos dio tu correo electrónico.',
  'There is an account with this email address. Please log in with its password.':
    'Ya hay una cuenta con este correo electrónico. Inicia sesión con su contraseña.',
  'There is an account with this email address. Enter its password once to join the two, or reset it.':
    'Ya hay una cuenta con este correo electrónico. Ingresa su contraseña una vez para unir las dos, o restablécela.',
  'Log in or enter your password to confirm this address.':
    'Inicia sesión o ingresa tu contraseña para confirmar esta dirección.',
  'The account was just opened. Please try again.':
    'La cuenta se acaba de crear. Inténtalo de nuevo.',
  'This password is too short. It must contain at least {count} characters.':
    'Esta contraseña es demasiado corta. Debe tener al menos {count} caracteres.',
  'This password is too common.': 'Esta contraseña es demasiado común.',
  'This password is too easy to guess. Use at least {count} characters, or make it less predictable.':
    'Esta contraseña es demasiado fácil de adivinar. Usa al menos {count} caracteres o hazla menos predecible.',
  'The password is too similar to the email.':
    'La contraseña se parece demasiado al correo electrónico.',
  "The two password fields didn't match.": 'Las dos contraseñas no coinciden.',
  'Logging in with {provider} is not available.': 'No es posible iniciar sesión con {provider}.',
  'The login was not accepted. Please try again.':
    'No se aceptó el inicio de sesión. Inténtalo de nuevo.',
  "{provider} isn't responding correctly. Please try again later.":
    '{provider} no está respondiendo correctamente. Inténtalo más tarde.',
  'This link is not valid or has expired.': 'Este enlace no es válido o ya venció.',
  'Password reset email has been sent.': 'Enviamos el correo para restablecer la contraseña.',
  'Password has been reset with the new password.': 'La contraseña se restableció con la nueva.',
  'New password has been saved.': 'Guardamos la nueva contraseña.',
  'Verification email sent.': 'Enviamos el correo de verificación.',
  'Successfully logged out.': 'Cerraste la sesión.',
  'This language is not offered here.': 'Este idioma no se ofrece aquí.',
  'This time zone is unknown.': 'No conocemos esta zona horaria.',
  'You are only looking: nothing can be downloaded here.':
    'Solo estás mirando: aquí no se puede descargar nada.',
  'You are only looking: nothing can be changed for this person.':
    'Solo estás mirando: no se puede cambiar nada de esta persona.',
  'The site of somebody of the team cannot be looked at this way.':
    'El sitio de alguien del equipo no se puede ver así.',
  'A banned person sees nothing of the site.': 'Una persona bloqueada no ve nada del sitio.',
  'This is a session of your own.': 'Esta es una sesión tuya.',
} as const
