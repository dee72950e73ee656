/** A phone number in E.164 form, which never breaks and whose digits stand below each other in a table. */
export function PhoneText({ number }: { readonly number: string }) {
  return (
    <bdi dir="ltr" className="digits no-wrap">
      {number}
    </bdi>
  )
}
