/**
 * The endpoints that an account has deliveries for, even if they were removed. Uses one index look-up for each
 * endpoint: an account has few of them, and many deliveries.
 */
export const SERVED = `
  with recursive served (endpoint_id) as (
    (
      select endpoint_id from webhook_delivery where account_id = :account order by endpoint_id limit 1
    )
    union all
    select following.endpoint_id
      from served
     cross join lateral (
       select webhook_delivery.endpoint_id
         from webhook_delivery
        where webhook_delivery.account_id = :account and webhook_delivery.endpoint_id > served.endpoint_id
        order by webhook_delivery.endpoint_id
        limit 1
     ) as following
  )`
