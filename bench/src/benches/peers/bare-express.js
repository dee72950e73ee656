import express from 'express'
import { portOf } from '../../shared/port-of.js'

/** Reads a request and sends an empty response: a bound for any service on Express. It reports its port. */
const app = express()
app.use(express.json())
app.post('/api/v1/messaging/message', (_req, res) => res.status(201).json({}))
const server = app.listen(0, '127.0.0.1', () => process.send(portOf(server)))
