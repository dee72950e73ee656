/**
 * The endpoints that an account has deliveries for, even if they were removed. Uses one index look-up for each
 * endpoint: an account has few of them, and many deliveries.
 */
export const SERVED = `
  with recursive served (endpoint_id) as (
    select min(endpoint_id) from webhook_delivery where account_id = :account
    union all
    select (
             select min(webhook_delivery.endpoint_id)
               from webhook_delivery
              where webhook_delivery.account_id = :account and webhook_delivery.endpoint_id > served.endpoint_id
           )
      from served
     where served.endpoint_id is not null
  )`
